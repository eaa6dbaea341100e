/** The lines of a transcript as people mended them, and what the page shows of a change before it is read again. */
import type { Job, Results, TranscriptEdit, TranscriptSegment } from '@reelsight/sdk';

type Transcription = NonNullable<Results['transcription']>;

/** A line with its index in the transcript as heard; its text is empty if a person left it out. */
export type Line = TranscriptSegment & { readonly index: number };

/** All lines in order, those that people left out included. */
export function linesOf(transcription: Transcription | undefined): Line[] {
  if (!transcription) return [];
  const lines = transcription.segments.map((segment, position) => ({
    ...segment,
    index: segment.index ?? position,
  }));
  const emptied = (transcription.emptied ?? []).map((line) => ({
    ...line,
    text: '',
    corrected: true as const,
  }));
  return [...lines, ...emptied].sort((a, b) => a.start - b.start || a.index - b.index);
}

/** The name of who speaks, or `Speaker 2` if there is none. */
export const speakerLabel = (speaker: number, name: string | undefined): string =>
  name?.trim() || `Speaker ${speaker}`;

/** The numbers of the speakers that are shown. */
export const speakersIn = (segments: readonly Pick<TranscriptSegment, 'speaker'>[]): number[] =>
  [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))].sort((a, b) => a - b);

/** The names of the speakers that have one, by number. */
export const namesOf = (transcription: Transcription | undefined): ReadonlyMap<number, string> =>
  new Map(
    (transcription?.speakers ?? []).flatMap(({ speaker, name }) =>
      name === undefined ? [] : [[speaker, name] as const],
    ),
  );

/** What one person says in a line, as it is being written. */
export interface DraftPart {
  readonly text: string;
  readonly speaker: number | undefined;
}

/**
 * The job with a line as it was just changed, so that nobody waits for the results to be read again. The times of its
 * parts are by their length until then.
 */
export function withLine(
  job: Job,
  index: number,
  parts: readonly DraftPart[],
  revision: number,
): Job {
  const { results } = job;
  const transcription = results?.transcription;
  if (!transcription) return job;

  const lines = linesOf(transcription);
  const old = lines.filter((line) => line.index === index);
  const [first] = old;
  const last = old.at(-1);
  if (!first || !last) return job;

  const names = namesOf(transcription);
  const {
    words: _words,
    unsure: _unsure,
    confidence: _confidence,
    speaker_name: _,
    ...rest
  } = first;
  const total = parts.reduce((sum, { text }) => sum + text.length, 0) || 1;
  let written = 0;
  const placed = parts.map(({ text, speaker }): Line => {
    const timeAt = (character: number): number =>
      first.start + ((last.end - first.start) * character) / total;
    const start = timeAt(written);
    written += text.length;
    const name = speaker === undefined ? undefined : names.get(speaker);
    const { speaker: _speaker, ...line } = rest;
    return {
      ...line,
      start,
      end: timeAt(written),
      text,
      index,
      revision,
      corrected: true,
      ...(speaker !== undefined && { speaker }),
      ...(name !== undefined && { speaker_name: name }),
    };
  });

  const isEmptied = placed.every(({ text }) => text.trim() === '');
  const otherLines = lines.filter((line) => line.index !== index && line.text !== '');
  const emptied = [
    ...(transcription.emptied ?? []).filter((line) => line.index !== index),
    ...(isEmptied ? [{ index, start: first.start, end: last.end, revision }] : []),
  ];
  const segments = [...otherLines, ...(isEmptied ? [] : placed)].sort(
    (a, b) => a.start - b.start || a.index - b.index,
  );
  const { emptied: _emptied, ...unchanged } = transcription;

  return {
    ...job,
    results: {
      ...results,
      transcription: { ...unchanged, segments, ...(emptied.length > 0 && { emptied }) },
    },
  } as Job;
}

/** What the API is told of a line: a state of its own where several people speak. */
export function editOf(parts: readonly DraftPart[], revision: number) {
  const [first] = parts;
  if (parts.length > 1)
    return {
      parts: parts.map(({ text, speaker }) => ({
        text,
        ...(speaker !== undefined && { speaker }),
      })),
      revision,
    };
  return {
    text: first?.text ?? '',
    ...(first?.speaker !== undefined && { speaker: first.speaker }),
    revision,
  };
}

/** The parts of a line, as its editor begins with them. */
export const draftOf = (lines: readonly Line[], index: number): DraftPart[] =>
  lines
    .filter((line) => line.index === index)
    .map(({ text, speaker }) => ({ text: text.trim(), speaker }));

/** Divides a part at the cursor; what follows is given to another speaker by the person who writes. */
export function divided(parts: readonly DraftPart[], at: number, cursor: number): DraftPart[] {
  const part = parts[at];
  const before = part?.text.slice(0, cursor).trim() ?? '';
  const after = part?.text.slice(cursor).trim() ?? '';
  if (!part || before === '' || after === '') return [...parts];
  return [
    ...parts.slice(0, at),
    { ...part, text: before },
    { ...part, text: after },
    ...parts.slice(at + 1),
  ];
}

/** The transcript as text to paste elsewhere: a line for each passage, with its time and speaker. */
export function textOf(
  segments: readonly Pick<TranscriptSegment, 'start' | 'text' | 'speaker' | 'speaker_name'>[],
  timeText: (seconds: number) => string,
): string {
  return segments
    .map(({ start, text, speaker, speaker_name: name }) => {
      const label = speaker === undefined ? '' : `${speakerLabel(speaker, name)}: `;
      return `${timeText(start)}  ${label}${text}`;
    })
    .join('\n');
}

/** The last change of a line, for the words that offer to undo it. */
export type LastEdit = Pick<TranscriptEdit, 'segment' | 'revision'>;
