/** Writes transcripts as files: SubRip, WebVTT and plain text. */
import type { TranscriptionResult } from '@reelsight/contract';
import type { ExportedJob, ExportOptions, Pieces } from './exported.ts';
import { groupsOf, type LineLimits, widthOf } from './subtitle-lines.ts';
import { lineOf, srtText, vttText } from './text.ts';

/** A subtitle with times in milliseconds. Cues do not overlap, and none has a length of zero. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  readonly speaker?: number | undefined;
  /** How people called the speaker. */
  readonly name?: string | undefined;
}

/**
 * Minimum time that a subtitle stays on screen unless the next one begins sooner: five sixths of a second, as
 * broadcasters require.
 */
const leastMs = 833;
/** Cues that begin within this time count as simultaneous. */
const togetherMs = 100;
const leastSharedMs = 300;

const toMs = (seconds: number): number => Math.max(0, Math.round(seconds * 1000));

export function cuesOf(transcript: TranscriptionResult, limits: LineLimits): Cue[] {
  const cues: Cue[] = transcript.segments.flatMap((segment) =>
    groupsOf(segment, limits).map(({ start, end, lines }) => {
      const { speaker, speaker_name: name } = segment;
      return { start: toMs(start), end: toMs(end), lines, speaker, name };
    }),
  );
  cues.sort((a, b) => a.start - b.start);
  return spread(merged(cues, limits), toMs(transcript.duration_seconds));
}

/** Merges consecutive short cues of one speaker, if one cue has room for both. */
function merged(cues: readonly Cue[], { maxLineChars, maxLines }: LineLimits): Cue[] {
  const mergedCues: Cue[] = [];

  for (const cue of cues) {
    const last = mergedCues.at(-1);
    const short = last && Math.min(last.end - last.start, cue.end - cue.start) < leastMs;
    const close = last && cue.start >= last.end && cue.start - last.end < togetherMs;
    const fits = last && close && short && last.speaker === cue.speaker;
    const lines = fits ? linesOf(last, cue, maxLineChars) : [];
    if (fits && lines.length <= maxLines)
      mergedCues[mergedCues.length - 1] = { ...last, end: cue.end, lines };
    else mergedCues.push(cue);
  }

  return mergedCues;
}

/** The lines of both cues; the last line of `a` and the first line of `b` are joined if they fit on one line. */
function linesOf(a: Cue, b: Cue, maxWidth: number): string[] {
  const middle = `${a.lines.at(-1)} ${b.lines[0]}`;
  if (widthOf(middle) > maxWidth) return [...a.lines, ...b.lines];
  return [...a.lines.slice(0, -1), middle, ...b.lines.slice(1)];
}

/** Moves overlapping cues so that they follow one another, in the order in which they begin. */
function spread(cues: readonly Cue[], durationMs: number): Cue[] {
  let reach = 0;
  return cues.map((cue, index) => {
    const next = cues[index + 1];
    const start = Math.max(cue.start, reach);
    const desiredEnd = Math.max(cue.end, start + leastMs);
    // A cue must not last beyond the end of the video, unless its speech does.
    const end = Math.max(Math.min(desiredEnd, Math.max(durationMs, cue.end)), start + togetherMs);
    reach = next ? Math.min(end, limitOf(cue, next, start)) : end;
    return { ...cue, start, end: reach };
  });
}

/**
 * When the next cue must be shown: at its own beginning or, if it begins together with `cue`, after half of the time of
 * both.
 */
function limitOf(cue: Cue, next: Cue, start: number): number {
  if (next.start - start >= togetherMs) return next.start;
  const half = Math.round((Math.max(cue.end, next.end) - start) / 2);
  return start + Math.max(leastSharedMs, half);
}

/** `01:02:03,004`; hours take as many digits as they need. */
export function clock(ms: number, separator: ',' | '.'): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const parts = [two(ms / 3_600_000), two((ms / 60_000) % 60), two((ms / 1000) % 60)];
  return `${parts.join(':')}${separator}${String(ms % 1000).padStart(3, '0')}`;
}

const speakerLabel = (speaker: number, name: string | undefined): string =>
  lineOf(name ?? '') || `Speaker ${speaker}`;

const transcriptOf = ({ results }: ExportedJob): TranscriptionResult =>
  results.transcription as TranscriptionResult;

function* srt(job: ExportedJob, options: ExportOptions): Pieces {
  const cues = cuesOf(transcriptOf(job), options);
  for (const [index, cue] of cues.entries()) {
    const times = `${clock(cue.start, ',')} --> ${clock(cue.end, ',')}`;
    yield `${index === 0 ? '' : '\n'}${index + 1}\n${times}\n${cue.lines.map(srtText).join('\n')}\n`;
  }
}

function* vtt(job: ExportedJob, options: ExportOptions): Pieces {
  yield 'WEBVTT\n';
  const cues = cuesOf(transcriptOf(job), options);
  for (const { start, end, lines, speaker, name } of cues) {
    const voice = speaker === undefined ? '' : `<v ${vttText(speakerLabel(speaker, name))}>`;
    const times = `${clock(start, '.')} --> ${clock(end, '.')}`;
    yield `\n${times}\n${voice}${lines.map(vttText).join('\n')}\n`;
  }
}

/** One paragraph for each turn of a speaker if speakers are known, otherwise one line for each segment. */
function* txt(job: ExportedJob): Pieces {
  let speaker: number | undefined;
  let began = false;

  for (const segment of transcriptOf(job).segments) {
    const text = lineOf(segment.text);
    if (text === '') continue;

    const goesOn = began && segment.speaker !== undefined && segment.speaker === speaker;
    speaker = segment.speaker;

    const label = speaker === undefined ? '' : `${speakerLabel(speaker, segment.speaker_name)}: `;
    yield goesOn ? ` ${text}` : `${began ? '\n' : ''}${label}${text}`;
    began = true;
  }

  if (began) yield '\n';
}

/** Keyed by the name of the format. */
export const subtitles = { srt: { write: srt }, vtt: { write: vtt }, txt: { write: txt } };
