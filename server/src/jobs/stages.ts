/** The stages of a job in one table: the kinds of parts that make up each stage, and the files it leaves in storage. */
import type { Stage } from '@reelsight/contract';
import type { PartKind } from '../perception/part.ts';
import type { PartQueue } from '../queue/queue.ts';

interface StageRow {
  /** Kinds of parts that do the stage; empty for ingestion, which has its own process. */
  readonly parts: readonly PartKind[];
  /** The queue of these parts, which also determines which of the job's counters count them. */
  readonly queue: PartQueue | null;
  /**
   * Files kept in storage for later stages and other jobs. The first file is uploaded last, so its presence means the
   * upload is complete. The others may be absent.
   */
  readonly files: readonly string[];
}

export const stageTable = {
  ingestion: {
    parts: [],
    queue: null,
    files: [
      ...['media.json', 'sound.pack', 'frames.pack', 'thumbnail.jpg', 'metadata.json'],
      // `audio.wav` is the sound in the previous version's format; other jobs may reuse it.
      ...['reused.json', 'library.json', 'captions.json', 'transcript.json', 'audio.wav'],
    ],
  },
  transcription: {
    parts: ['hear', 'speakers'],
    queue: 'hear',
    files: [],
  },
  analysis: { parts: ['read', 'detect'], queue: 'see', files: [] },
  merging: {
    parts: ['join'],
    queue: 'join',
    files: ['transcript.json'],
  },
} as const satisfies Record<Stage, StageRow>;

type PartStage = Exclude<Stage, 'ingestion'>;

const stageOfKind = new Map(
  Object.entries(stageTable).flatMap(([stage, { parts }]) =>
    parts.map((kind): [PartKind, PartStage] => [kind, stage as PartStage]),
  ),
);

/** The stage a kind of part belongs to. */
export const stageOf = (kind: PartKind): PartStage => stageOfKind.get(kind) as PartStage;

/** Milliseconds. */
export interface Deadlines {
  readonly job: number;
  readonly stages: Readonly<Record<Stage, number>>;
  /** Limit for one part; a part that takes longer is aborted and retried. */
  readonly part: number;
}

/**
 * Longest time that one part of a kind may take. Speakers and the join are not divided, however long the video is, so
 * they may use the whole time of their stage.
 */
export function partLimit(kind: PartKind, { part, stages }: Deadlines): number {
  const stage = stages[stageOf(kind)];
  return kind === 'speakers' || kind === 'join' ? stage : Math.min(part, stage);
}
