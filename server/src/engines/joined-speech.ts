/** Joins spans that were transcribed separately into one transcript. Pure functions. */
import { primaryLanguage } from '@reelsight/contract/language-code';
import { type LanguageSpan, languageSpans, type SpokenPart } from './language-spans.ts';
import { clearUtterances } from './moonshine/language-signs.ts';
import type { HeardSpan, HeardUtterance, Speech } from './speech.ts';
import { countedAnew } from './speech-speakers.ts';
import { segmentsOf, tidySegments } from './transcript.ts';

/**
 * A transcript is degraded if more than this share of its speech is in a language that its model does not know, or was
 * not understood.
 */
const badShare = 0.2;

/**
 * Joins the spans into one transcript. Segments, and which utterances are kept, are decided over the whole recording,
 * so the result does not depend on how the recording was divided into spans. The language is that of most of the
 * speech, or the caller's `hint`, in any spelling, if no language was detected. The hint decides nothing else, so a
 * wrong hint loses no words. If channels were transcribed separately, each channel is one speaker.
 */
export function joinSpeech(
  spans: readonly HeardSpan[],
  hint: string | null,
  durationSeconds: number,
): Speech {
  if (spans.every(({ channel }) => channel === undefined)) {
    return joinVoice(spans, hint, durationSeconds);
  }

  const channels = [...Map.groupBy(spans, ({ channel = 0 }) => channel)];
  const voices = channels.map(([channel, channelSpans]) => ({
    ...joinVoice(channelSpans, hint, durationSeconds),
    speaker: channel + 1,
    speechSeconds: secondsOf(channelSpans),
  }));
  const segments = voices
    .flatMap(({ segments: voiceSegments, speaker }) =>
      voiceSegments.map((segment) => ({ ...segment, speaker })),
    )
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const longest = voices.toSorted((a, b) => b.speechSeconds - a.speechSeconds);

  return {
    language:
      longest.find(({ segments: voiceSegments }) => voiceSegments.length > 0)?.language ??
      longest[0]?.language ??
      '',
    segments: countedAnew(segments),
    languageSpans: voices
      .flatMap((voice) => voice.languageSpans)
      .sort((a, b) => a.start - b.start || a.end - b.end),
    ...(voices.some(({ degraded }) => degraded) && { degraded: true }),
  };
}

function joinVoice(
  spans: readonly HeardSpan[],
  hint: string | null,
  durationSeconds: number,
): Speech {
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  const allUtterances = inOrder.flatMap((span) => span.utterances);
  const { shown: utterances, degraded: unclear } = worthShowing(allUtterances);
  const words = utterances.flatMap((utterance) => utterance.words ?? []);
  const ready = utterances.flatMap((utterance) => utterance.segments ?? []);
  const segments = tidySegments([...segmentsOf(words), ...ready], durationSeconds);
  const foreign = secondsOf(inOrder.filter((span) => span.degraded));
  const detected = segments.length > 0 ? (languageOf(inOrder) ?? primaryLanguage(hint)) : null;
  const parts = spokenParts(inOrder, new Set(utterances), detected ?? 'und');
  const spansByLanguage = languageSpans(parts);
  const lost = lostSeconds(parts, spansByLanguage);
  const degraded = unclear || Math.max(foreign, lost) > badShare * secondsOf(inOrder);
  const isSilent = segments.length === 0 && !degraded;

  return {
    language: detected ?? (isSilent ? '' : 'und'),
    segments,
    languageSpans: spansByLanguage,
    ...(degraded && { degraded }),
  };
}

/** `fallback` is the language of speech of which the engine does not tell it. */
const spokenParts = (
  spans: readonly HeardSpan[],
  shownUtterances: ReadonlySet<HeardUtterance>,
  fallback: string,
): SpokenPart[] =>
  spans.flatMap(({ utterances, language }) =>
    utterances.map((utterance) => {
      const isUnderstood = shownUtterances.has(utterance) && hasText(utterance);
      const { start, end } = utterance;
      return { start, end, language: isUnderstood ? (language ?? fallback) : null };
    }),
  );

/** Whether any word of the utterance was recognised. */
export const hasText = ({ words = [], segments = [] }: HeardUtterance): boolean =>
  [...words, ...segments].some(({ text }) => text.trim() !== '');

/** Seconds of the utterances in the stretches of which no word was understood. */
function lostSeconds(parts: readonly SpokenPart[], spans: readonly LanguageSpan[]): number {
  const lostSpans = spans.filter(({ understood }) => understood === false);
  return parts
    .filter(
      ({ start, end, language }) =>
        language === null && lostSpans.some((span) => span.start <= start && end <= span.end),
    )
    .reduce((sum, { start, end }) => sum + end - start, 0);
}

interface Sure extends HeardUtterance {
  readonly sureness: number;
}

/**
 * The utterances to show. If hardly any word was recognised, the speech is in another language, and nothing is shown.
 */
export function worthShowing(utterances: readonly HeardUtterance[]): {
  readonly shown: readonly HeardUtterance[];
  readonly degraded: boolean;
} {
  const judged = utterances.filter(
    (utterance): utterance is Sure => utterance.sureness !== undefined,
  );
  if (judged.length === 0) return { shown: utterances, degraded: false };
  const { clear, degraded } = clearUtterances(judged);
  const clearSet = new Set<HeardUtterance>(clear);
  return {
    shown: utterances.filter(
      (utterance) => utterance.sureness === undefined || clearSet.has(utterance),
    ),
    degraded,
  };
}

/** The language chosen by vote, weighted by the amount of speech. */
function languageOf(spans: readonly HeardSpan[]): string | null {
  const votes = new Map<string, number>();
  for (const { language, speechSeconds } of spans)
    if (language !== null) votes.set(language, (votes.get(language) ?? 0) + speechSeconds);
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

const secondsOf = (spans: readonly HeardSpan[]): number =>
  spans.reduce((sum, { speechSeconds }) => sum + speechSeconds, 0);
