/** Builds a transcript from the captions of a platform. Pure. */
import { z } from 'zod';
import type { ReadonlyDeep } from '../../artifacts/read-artifact.ts';
import type { SpeechSegment } from '../../engines/speech.ts';
import {
  endsSentence,
  longSegmentSeconds,
  segmentPauseSeconds,
  segmentsOf,
  tidySegments,
} from '../../engines/transcript.ts';
import type { Span } from '../../media/media.ts';
import { speechSegmentForm } from '../artifacts.ts';
import { valuesOfOurs } from '../value-rules.ts';
import { noTranscript, type Transcript } from './transcript.ts';

/** Captions from a platform (`sources/captions.ts`), as stored in `captions.json`. */
export const captionsForm = z.object({
  platform: z.string(),
  /** BCP 47. */
  language: z.string(),
  automatic: z.boolean(),
  cues: z.array(speechSegmentForm(valuesOfOurs)),
});
export type Captions = ReadonlyDeep<z.infer<typeof captionsForm>>;

/** Captions that cover less than this share of the video probably translate only foreign words or signs in it. */
const leastShare = 0.2;
/** Maximum characters per second: more than anybody says, even in two languages at once. */
const mostPerSecond = 100;
/** Captions that end more than this long after the end of the video were made for another version of it. */
const pastEndSeconds = 10;

/**
 * Makes a transcript of the range from captions; null if the captions cannot be those of all the speech in a video of
 * this length.
 */
export function captionTranscript(
  captions: Captions,
  durationSeconds: number,
  range: Span = { start: 0, end: durationSeconds },
): Transcript | null {
  const { cues, language, platform, automatic } = captions;
  const last = Math.max(0, ...cues.map(({ end }) => end));
  if (last > durationSeconds + pastEndSeconds) return null;

  const characters = cues.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > mostPerSecond * (durationSeconds + pastEndSeconds)) return null;
  if (isCrowded(cues)) return null;

  const segments = tidySegments(segmentsOfCues(within(cues, range)), durationSeconds);
  const covered = segments.reduce((sum, { start, end }) => sum + end - start, 0);
  if (covered < leastShare * (range.end - range.start)) return null;

  return {
    ...noTranscript,
    language: new Intl.Locale(language).language,
    segments,
    flags: ['diarization_unavailable'],
    engines: { speech: `${platform} ${automatic ? 'automatic captions' : 'captions'}` },
  };
}

/** Stretch in which more than anybody says in it shows that captions are no speech, in seconds. */
const crowdedSeconds = 60;

/**
 * Whether the cues that begin within a minute have more characters than anybody says in it. What looks at all that is
 * said around a moment would otherwise look at the whole transcript, for each of its sentences.
 */
function isCrowded(cues: readonly SpeechSegment[]): boolean {
  const inOrder = cues.toSorted((a, b) => a.start - b.start);
  let characters = 0;
  let first = 0;

  return inOrder.some(({ start, text }) => {
    characters += text.length;
    for (; start - (inOrder[first]?.start ?? start) > crowdedSeconds; first += 1)
      characters -= inOrder[first]?.text.length ?? 0;
    return characters > mostPerSecond * (crowdedSeconds + pastEndSeconds);
  });
}

/** The cues of which at least half is shown in the range, with those of their words that are said in it. */
const within = (cues: readonly SpeechSegment[], range: Span): SpeechSegment[] => {
  const isIn = ({ start, end }: Span): boolean => {
    const middle = (start + end) / 2;
    return middle >= range.start && middle <= range.end;
  };
  return cues
    .filter(isIn)
    .map((cue) => (cue.words ? { ...cue, words: cue.words.filter(isIn) } : cue));
};

/** Joins cues that follow without a pause into whole sentences. */
function segmentsOfCues(cues: readonly SpeechSegment[]): SpeechSegment[] {
  if (cues.every(({ words }) => words && words.length > 0))
    return segmentsOf(cues.flatMap(({ words }) => words ?? []));
  const joined: Joined[] = [];

  for (const { start, end, text } of cues) {
    const previousCue = joined.at(-1);
    const goesOn =
      previousCue &&
      start - previousCue.end < segmentPauseSeconds &&
      end - previousCue.start <= longSegmentSeconds &&
      previousCue.characters < mostCharacters &&
      !endsSentence(lastWord(previousCue.last));
    if (!goesOn) {
      joined.push({ start, end, texts: [text], last: text, characters: text.length });
      continue;
    }

    previousCue.texts.push(spacelessEnd.test(previousCue.last) ? '' : ' ', text);
    previousCue.end = Math.max(previousCue.end, end);
    previousCue.last = text;
    previousCue.characters += text.length;
  }

  return joined.map(({ start, end, texts }) => ({ start, end, text: texts.join('') }));
}

/** Maximum number of characters in a segment: nobody says more within the time of a segment. */
const mostCharacters = 2000;

interface Joined {
  readonly start: number;
  end: number;
  readonly texts: string[];
  /** Text of the last cue. */
  last: string;
  characters: number;
}

const lastWord = (text: string): string => text.slice(text.lastIndexOf(' ') + 1);

/** Matches text that ends in a script without spaces between words. */
const spacelessEnd = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;
