/**
 * Transcription by a remote server (`/v1/audio/transcriptions`): cuts the sound at pauses, checks the answers, and
 * converts their times to times of the video.
 */
import { Fault } from '@reelsight/contract';
import { primaryLanguage } from '@reelsight/contract/language-code';
import OpenAI, { toFile } from 'openai';
import { z } from 'zod';
import type { CallContext, EngineInfo } from '../engine.ts';
import type {
  HeardSpan,
  HeardUtterance,
  SpeechEngine,
  SpeechOptions,
  SpeechSegment,
  Word,
} from '../speech.ts';
import { type Utterance, type UtteranceLimits, utterances } from '../speech-utterances.ts';
import { languageOfText, mayBeSaidIn } from '../text-language.ts';
import { segmentsOf } from '../transcript.ts';
import { type HeardSpeech, type Stretch, speechStretches } from '../vad.ts';
import { sampleRate, WavReader, wavFile } from '../wav.ts';
import type { Remote } from './client.ts';

export interface RemoteSpeechLimits {
  /** Maximum size of an upload in bytes; hosted servers accept 25 MB. */
  readonly maxPieceBytes: number;
  /** Maximum length of a piece, short enough for the server to transcribe it within the client's timeout. */
  readonly maxPieceSeconds: number;
}

export const remoteSpeechLimits: RemoteSpeechLimits = {
  maxPieceBytes: 25_000_000,
  maxPieceSeconds: 300,
};

/**
 * Pauses of at least this length are cut out of long pieces, because they cost money and models invent words in them.
 */
const longPauseSeconds = 8;
/** If a server returns no times, it is sent single utterances, because the speech detector knows their times. */
const shortLimits: UtteranceLimits = { joinSeconds: 0.6, maxSeconds: 15, marginSeconds: 0.2 };
/** Maximum number of characters of names in a prompt; models use only about 220 tokens of it. */
const maxPromptCharacters = 600;
/** Whisper's own rule for invented text: speech is improbable, and the words are uncertain. */
const madeUp = { noSpeech: 0.6, logProbability: -1 };
/** How far outside detected speech a segment may lie, in seconds. */
const slackSeconds = 0.5;

/**
 * Whisper pads its window to 30 s and may invent text after the end of the sound. Such text is dropped; times more than
 * one window after the end are rejected as wrong.
 */
const windowSeconds = 30;

const times = { start: z.number().min(0), end: z.number().min(0) };
/** Answer in `verbose_json` or plain `json`; servers omit fields they don't know, or set them to null. */
const answerSchema = z.object({
  text: z.string(),
  language: z.string().nullish(),
  words: z.array(z.object({ ...times, word: z.string() })).nullish(),
  segments: z
    .array(
      z.object({
        ...times,
        text: z.string(),
        no_speech_prob: z.number().nullish(),
        avg_logprob: z.number().nullish(),
      }),
    )
    .nullish(),
});
type Answer = z.infer<typeof answerSchema>;

/** The speech engine of a remote server; null if no speech model is named. */
export function openRemoteSpeech(
  remote: Remote,
  limits: RemoteSpeechLimits = remoteSpeechLimits,
): SpeechEngine | null {
  const model = remote.models.speech;
  if (model === null) return null;

  const info: EngineInfo = { name: 'openai-compatible', version: model, kind: 'remote' };
  const server: Server = { timed: true };

  return {
    info,
    async hear(sound, span, speechOptions, context) {
      const stretches = await speechStretches(sound, span, context.signal);
      const wav = await WavReader.open(sound);
      try {
        const prompt = promptOf(speechOptions);
        const call: Call = { remote, model, prompt, wav, context, heard: stretches, server };
        const { start, end } = span;
        return { start, end, ...(await readAll(call, limits)), degraded: false, engine: info };
      } finally {
        await wav.close();
      }
    },
    async close() {},
  };
}

/** Names and terms that fit in a prompt, the most important ones first. */
function promptOf({ hints, terms = [] }: SpeechOptions): string {
  const names = [...new Set([...hints, ...terms.map(({ term }) => term)])];
  let prompt = '';
  for (const name of names) {
    const longer = prompt === '' ? name : `${prompt}, ${name}`;
    if (longer.length <= maxPromptCharacters) prompt = longer;
  }
  return prompt;
}

interface Call {
  readonly remote: Remote;
  readonly model: string;
  readonly prompt: string;
  readonly wav: WavReader;
  readonly context: CallContext;
  readonly heard: HeardSpeech;
  readonly server: Server;
}

/** Facts learned about the server from its answers. */
interface Server {
  /** Whether the server returns times; false after an answer without times. */
  timed: boolean;
}

/** Only what the detector calls speech is sent, so silence costs nothing and no words are invented in it. */
async function readAll(
  call: Call,
  limits: RemoteSpeechLimits,
): Promise<Pick<HeardSpan, 'utterances' | 'speechSeconds' | 'language'>> {
  const maxSeconds = Math.min(
    limits.maxPieceSeconds,
    (limits.maxPieceBytes - 44) / (2 * sampleRate) - 1,
  );
  const pieces = utterances(call.heard, {
    joinSeconds: longPauseSeconds,
    maxSeconds,
    marginSeconds: 0.3,
  });
  const speechSeconds = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  const votes = new Map<string, number>();
  const heardUtterances: HeardUtterance[] = [];
  let doneSeconds = 0;

  for (const piece of pieces) {
    for (const { part, answer } of await readPiece(call, piece)) {
      const language = primaryLanguage(answer.language);
      heardUtterances.push({
        start: part.start,
        end: part.end,
        segments: await saidIn(language, segmentsIn(answer, part)),
      });
      if (language) votes.set(language, (votes.get(language) ?? 0) + lengthOf(part));
    }

    doneSeconds += lengthOf(piece);
    call.context.onProgress?.(doneSeconds / speechSeconds);
  }

  const [language = null] = [...votes].sort((a, b) => b[1] - a[1])[0] ?? [];
  const text = () =>
    heardUtterances.flatMap(({ segments = [] }) => segments.map((segment) => segment.text));
  return {
    utterances: heardUtterances,
    speechSeconds,
    language: language ?? (await languageOfText(text().join(' '))),
  };
}

/** None of the segments if the model wrote them in another language than it heard, which is then invented or translated. */
async function saidIn(
  language: string | null,
  segments: readonly SpeechSegment[],
): Promise<readonly SpeechSegment[]> {
  const passages = segments.map(({ text }) => text);
  return language === null || (await mayBeSaidIn(language, passages, true)) ? segments : [];
}

interface Answered {
  readonly part: Utterance;
  readonly answer: Answer;
}

async function readPiece(call: Call, piece: Utterance): Promise<Answered[]> {
  if (call.server.timed) {
    const answer = await ask(call, piece);
    if (answer) return [{ part: piece, answer }];
    call.server.timed = false;
  }
  const answered: Answered[] = [];

  for (const part of utterances({ ...call.heard, stretches: piece.stretches }, shortLimits)) {
    const answer = await ask(call, part);
    if (answer) answered.push({ part, answer });
  }

  return answered;
}

/**
 * Transcribes one part; null if the server gives no times although they are needed. Throws Fault TRANSCRIPTION_FAILED.
 */
async function ask(call: Call, part: Utterance): Promise<Answer | null> {
  const { remote, model, prompt, wav, context, server } = call;
  const { timed } = server;
  const from = Math.round(part.start * sampleRate);
  const pcm = await wav.pcm(from, Math.round(lengthOf(part) * sampleRate));
  const body = wavFile(pcm);
  const raw = await remote.call('TRANSCRIPTION_FAILED', context, async (api, limits) => {
    const file = await toFile(body, 'audio.wav', { type: 'audio/wav' });
    const question = { file, model, ...(prompt && { prompt }) };
    try {
      if (!timed) return await api.audio.transcriptions.create(question, limits);
      return await api.audio.transcriptions.create(
        {
          ...question,
          response_format: 'verbose_json',
          timestamp_granularities: ['word', 'segment'],
        },
        limits,
      );
    } catch (error) {
      if (timed && refusesTimes(error)) return null;
      throw error;
    }
  });
  if (raw === null) return null;

  context.meter('audio_seconds', lengthOf(part));
  const answer = checked(raw, lengthOf(part));
  const untimed = !answer.segments?.length && !answer.words?.length;

  return timed && untimed && answer.text.trim() !== '' ? null : answer;
}

/** Models that only return plain text reject a request for times. */
const refusesTimes = (error: unknown): boolean =>
  error instanceof OpenAI.APIError && (error.status === 400 || error.status === 422);

function checked(raw: unknown, seconds: number): Answer {
  const wrong = (problem: string) =>
    new Fault('TRANSCRIPTION_FAILED', `remote transcription: ${problem}`.slice(0, 300));
  const parsed = answerSchema.safeParse(raw);
  if (!parsed.success) throw wrong(`not of the expected form: ${z.prettifyError(parsed.error)}`);

  const { segments, words } = parsed.data;
  const outside = [...(segments ?? []), ...(words ?? [])].find(
    ({ start, end }) => start > seconds + windowSeconds || end < start,
  );
  if (outside) throw wrong(`times ${outside.start} to ${outside.end} in ${seconds} s of audio`);

  return parsed.data;
}

/**
 * The answer's segments, in seconds from the video's start. Text without times is given the times of the part's speech
 * as a whole.
 */
function segmentsIn(answer: Answer, part: Utterance): SpeechSegment[] {
  const words: Word[] = (answer.words ?? []).map(({ word, start, end }) => ({
    start: part.start + start,
    end: Math.min(part.start + end, part.end),
    text: word,
  }));

  if (answer.segments?.length) {
    return answer.segments
      .filter(isSaid)
      .map(({ start, end, text }) => ({ start: part.start + start, end: part.start + end, text }))
      .filter((segment) => isInSpeech(segment, part.stretches))
      .map(({ start, end, text }) => {
        const segmentWords = words.filter((word) =>
          isWithin((word.start + word.end) / 2, start, end),
        );
        return {
          start,
          end: Math.min(end, part.end),
          text,
          ...(segmentWords.length > 0 && { words: segmentWords }),
        };
      });
  }

  if (words.length > 0) {
    return segmentsOf(words).filter((segment) => isInSpeech(segment, part.stretches));
  }

  const first = part.stretches[0];
  const last = part.stretches.at(-1);

  return first && last ? [{ start: first.start, end: last.end, text: answer.text }] : [];
}

type RemoteSegment = NonNullable<Answer['segments']>[number];

const isSaid = ({ no_speech_prob: noSpeech, avg_logprob: sure }: RemoteSegment): boolean =>
  (noSpeech ?? 0) <= madeUp.noSpeech || (sure ?? 0) >= madeUp.logProbability;

const isInSpeech = ({ start, end }: Stretch, speech: readonly Stretch[]): boolean =>
  speech.some(
    (stretch) => start < stretch.end + slackSeconds && end > stretch.start - slackSeconds,
  );

const isWithin = (time: number, start: number, end: number): boolean => time >= start && time < end;

const lengthOf = ({ start, end }: Stretch): number => end - start;
