/** The stages as one table: what each leaves in storage, what runs it, what its failure is called. */
import type { ErrorCode, Stage } from '@reelsight/contract';
import type { PartKind } from '../perception/part.ts';
import type { PartQueue } from '../queue/queue.ts';

interface StageRow {
  /** Kinds of parts it is done in; none: a process of the job's own. */
  readonly parts: readonly PartKind[];
  /** The queue of these parts, and the counters of the job they count for. */
  readonly queue: PartQueue | null;
  /** Files kept in storage for what comes after, and for other jobs; where the first is there, all are. */
  readonly files: readonly string[];
  /** What an error that names no code means here. */
  readonly failure: ErrorCode;
}

export const stageTable = {
  ingestion: {
    parts: [],
    queue: null,
    files: [
      ...['media.json', 'audio.wav', 'frames.pack', 'thumbnail.jpg', 'metadata.json'],
      ...['reused.json', 'library.json', 'transcript.json'],
    ],
    failure: 'EXTRACTION_FAILED',
  },
  transcription: {
    parts: ['hear', 'speakers'],
    queue: 'hear',
    files: [],
    failure: 'TRANSCRIPTION_FAILED',
  },
  analysis: { parts: ['read', 'detect'], queue: 'see', files: [], failure: 'ANALYSIS_FAILED' },
  merging: {
    parts: ['join'],
    queue: 'join',
    files: ['transcript.json'],
    failure: 'PROCESSING_ERROR',
  },
} as const satisfies Record<Stage, StageRow>;

/** The stage a kind of part belongs to. */
export const stageOf = (kind: PartKind): Exclude<Stage, 'ingestion'> => {
  if (kind === 'join') return 'merging';
  return kind === 'hear' || kind === 'speakers' ? 'transcription' : 'analysis';
};

/** Milliseconds. */
export interface Deadlines {
  readonly job: number;
  readonly stages: Readonly<Record<Stage, number>>;
  /** Of one part; a longer one is ended and tried again. */
  readonly part: number;
}

/**
 * Longest one part of a kind may take. That of the speakers is not cut, however long the video is. Nor is the join, but
 * one that takes too long is worth another try: without the language model.
 */
export function partLimit(kind: PartKind, { part, stages }: Deadlines): number {
  const stage = stages[stageOf(kind)];
  return kind === 'speakers' ? stage : Math.min(part, stage);
}
