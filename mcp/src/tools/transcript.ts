/** The tool that returns pieces of the transcript: around a moment, in a range, or where given words are spoken. */
import { fold } from '@reelsight/contract/name-identity';
import type { TranscriptSegment } from '@reelsight/sdk';
import { z } from 'zod';
import { cursorInput, cut, nextCursor, pageOf } from '../bounds.ts';
import { fromVideoOutput, jobIdInput, notice, noticeOutput } from '../fields.ts';
import { resultOf, showResults } from '../read-job.ts';
import { Refusal } from '../refusal.ts';
import type { ResultsView } from '../results-view.ts';
import { reads, tool } from '../tool.ts';

/**
 * Maximum length of a piece. A longer segment is split into several pieces, so that even a page limited to few
 * characters has room for one.
 */
const pieceCharacters = 400;
/** Maximum length of a speaker's name in an answer. */
const nameCharacters = 60;
/** Seconds to include before and after `around_seconds`. */
const aroundSeconds = 20;

const second = (about: string) => z.number().min(0).max(1_000_000).optional().describe(about);

const segmentOutput = z.looseObject({
  start: z.number().describe('Seconds.'),
  end: z.number().describe('Seconds.'),
  speaker: z.number().optional().describe('Who speaks, counted from 1.'),
  text: z.string().describe('What is said.'),
});

export const transcriptView = {
  name: 'transcript',
  show(job, { cursor, max_characters, ...filter }: WantedPage) {
    const { segments, language } = resultOf(job, job.results.transcription, 'transcription');
    const fitting = piecesOf(segments).filter(filterOf(filter));
    const from = Number(cursor ?? 0);
    const page = pageOf(fitting, { cursor, most: within(fitting, from, max_characters) }, viewOf);

    return {
      language,
      segments_found: fitting.length,
      next_cursor: page.next_cursor,
      notice,
      from_video: { segments: page.items },
    };
  },
} satisfies ResultsView<WantedPage>;

export const transcript = tool({
  name: 'transcript',
  title: 'Transcript',
  description:
    'The transcript of a completed job, times in seconds: by pages, around a moment, in a range, or where words are said.',
  input: z.strictObject({
    job_id: jobIdInput,
    around_seconds: second(
      `${aroundSeconds} seconds before and after this moment; not with a range.`,
    ),
    from_seconds: second('From then on.'),
    to_seconds: second('Up to then.'),
    search: z.string().min(1).max(200).optional().describe('Only segments with all these words.'),
    max_characters: z.int().min(500).max(12_000).default(6000).describe('500 to 12,000.'),
    cursor: cursorInput,
  }),
  output: z.looseObject({
    job_id: z.string(),
    language: z.string().describe('Spoken language.'),
    segments_found: z.number().describe('Segments that fit the arguments, on all pages.'),
    next_cursor: nextCursor,
    notice: noticeOutput,
    from_video: fromVideoOutput({ segments: z.array(segmentOutput) }),
  }),
  annotations: reads,
  async run(context, { job_id, ...wantedLines }) {
    const page = await showResults(context, transcriptView, job_id, wantedLines);
    return { data: { job_id, ...page } };
  },
});

interface WantedPage extends Wanted {
  readonly max_characters: number;
  readonly cursor?: string | undefined;
}

interface Wanted {
  readonly around_seconds?: number | undefined;
  readonly from_seconds?: number | undefined;
  readonly to_seconds?: number | undefined;
  readonly search?: string | undefined;
}

type Piece = Pick<TranscriptSegment, 'start' | 'end' | 'text' | 'speaker' | 'speaker_name'>;

/** Throws Refusal INVALID_ARGUMENTS. */
function filterOf({ around_seconds, from_seconds, to_seconds, search }: Wanted) {
  if (around_seconds !== undefined && (from_seconds ?? to_seconds) !== undefined) {
    throw new Refusal(
      'INVALID_ARGUMENTS',
      'around_seconds excludes from_seconds and to_seconds.',
      'Give around_seconds alone, or a range.',
    );
  }

  const from = around_seconds === undefined ? (from_seconds ?? 0) : around_seconds - aroundSeconds;
  const to =
    around_seconds === undefined
      ? (to_seconds ?? Number.POSITIVE_INFINITY)
      : around_seconds + aroundSeconds;
  const words = plain(search ?? '')
    .split(' ')
    .filter(Boolean);

  return ({ start, end, text }: Piece): boolean => {
    if (end < from || start > to) return false;
    if (words.length === 0) return true;
    const plainText = plain(text);
    return words.every((word) => plainText.includes(word));
  };
}

/** The text in the form in which words are compared: without case, accents and punctuation. */
const plain = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** The number of pieces, counted from index `start`, that fit into `characters`; at least one. */
function within(pieces: readonly Piece[], start: number, characters: number): number {
  let remaining = characters;
  let count = 0;

  for (const { text } of pieces.slice(start)) {
    remaining -= text.length;
    if (remaining < 0) break;
    count += 1;
  }

  return Math.max(1, count);
}

const viewOf = ({ start, end, text, speaker, speaker_name: name }: Piece): Piece => ({
  start,
  end,
  ...(speaker !== undefined && { speaker }),
  ...(name !== undefined && { speaker_name: cut(name, nameCharacters) }),
  text,
});

/**
 * Splits long segments between words. The time of a segment is divided among its pieces in proportion to their length.
 */
function piecesOf(segments: readonly TranscriptSegment[]): Piece[] {
  return segments.flatMap((segment) => {
    const { start, end, text } = segment;
    if (text.length <= pieceCharacters) return [segment];

    const timeAt = (character: number): number =>
      Math.round((start + ((end - start) * character) / text.length) * 100) / 100;
    let offset = 0;

    return partsOf(text).map((part) => {
      const piece = {
        ...viewOf(segment),
        start: timeAt(offset),
        end: timeAt(offset + part.length),
      };
      offset += part.length;
      return { ...piece, text: part.trim() };
    });
  });
}

/** Splits a text into parts of at most `pieceCharacters`, after a space if possible. */
function partsOf(text: string): string[] {
  return (
    text.match(new RegExp(`.{1,${pieceCharacters}}(?:\\s|$)|.{1,${pieceCharacters}}`, 'gsu')) ?? []
  );
}
