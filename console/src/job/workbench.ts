/** The state that all parts of a job's page share. */
import type { JobRowView, JobSoFar } from '@reelsight/contract';
import type { Job, Results } from '@reelsight/sdk';
import { createContext, useContext } from 'react';
import type { BrandColour } from '../format/brand-colours.ts';
import type { Borrowed } from './earlier.ts';
import { nothingPending, type Pending, pendingOf, resultsSoFar } from './progress/so-far.ts';
import { type Track, tracksOf } from './stage/boxes.ts';
import { tileSeconds } from './stage/storyboard-tile.ts';
import { surelyFound } from './sure.ts';
import { type Proof, proofsOf, type Thing, thingsOf } from './things/things.ts';
import { type Lane, lanesOf, type Span } from './timeline/lanes.ts';

export interface Bench {
  readonly row: JobRowView;
  /** The job from the API; without results while it runs. */
  readonly job: Job | JobRowView;
  /** The results without anything below the minimum confidence (`least`). */
  readonly results: Results;
  /**
   * Whether the detections of single frames have loaded too; boxes, sizes and the verdicts of second checks need them.
   */
  readonly hasFrames: boolean;
  /** Kinds of things found by an earlier analysis of the same video, not by this one. */
  readonly borrowed: readonly Borrowed[];
  /** Id of the job whose brands are shown: this job, or an earlier one of the same video. */
  readonly brandsJob: string;
  /** The minimum confidence that is shown, 0 to 1. */
  readonly least: number;
  /** True while the job runs, when any result may still change. */
  readonly live: boolean;
  /**
   * Whether this is the sample: a made-up job for people who have none of their own. It cannot be changed, and nothing
   * is requested from the service.
   */
  readonly sample?: boolean;
  readonly pending: Pending;
  readonly durationSeconds: number;
  readonly lanes: readonly Lane[];
  readonly tracks: readonly Track[];
  readonly things: readonly Thing[];
  readonly proofs: readonly Proof[];
  readonly tileSeconds: readonly number[];
  /** Seconds between two analysed pictures. */
  readonly lookSeconds: number;
}

interface Found {
  readonly row: JobRowView;
  readonly job: Job | JobRowView;
  readonly results: Results;
  readonly shots: readonly Span[];
  readonly colourOf: BrandColour;
  readonly least?: number;
  readonly hasFrames?: boolean;
  readonly borrowed?: readonly Borrowed[];
  readonly brandsJob?: string;
}

export function benchOf(source: Found): Bench {
  const {
    row,
    job,
    results: allResults,
    shots,
    colourOf,
    least: minConfidence = 0,
    hasFrames = true,
    borrowed = [],
    brandsJob = row.job_id,
  } = source;
  const results = surelyFound(allResults, minConfidence);
  const lanes = lanesOf(results, colourOf, shots);
  const things = thingsOf(results);

  return {
    row,
    job,
    results,
    least: minConfidence,
    hasFrames,
    borrowed,
    brandsJob,
    live: false,
    pending: nothingPending,
    durationSeconds: durationOf(job, results),
    lanes,
    tracks: tracksOf(results, lanes),
    things,
    proofs: proofsOf(things),
    tileSeconds: results.storyboard ? tileSeconds(results.storyboard) : [],
    lookSeconds: 1 / Math.max(results.meta.fps_used, 0.1),
  };
}

export function benchSoFar(row: JobRowView, soFar: JobSoFar, colourOf: BrandColour): Bench {
  const results = resultsSoFar(soFar);
  const pending = pendingOf(soFar.parts);
  const bench = benchOf({ row, job: row, results, shots: [], colourOf });

  return {
    ...bench,
    live: true,
    pending,
    durationSeconds: soFar.duration_seconds ?? bench.durationSeconds,
    lanes: withPending(bench.lanes, pending),
  };
}

/**
 * Adds to each lane the stretches that are not analysed yet. If nothing has been found so far, adds a lane for just
 * those stretches.
 */
function withPending(lanes: readonly Lane[], { speech, pictures }: Pending): Lane[] {
  const pendingLanes = lanes.map((lane) => ({
    ...lane,
    pending: lane.kind === 'speech' ? speech : pictures,
  }));
  const waitingLane = (
    kind: 'speech' | 'waiting',
    name: string,
    pending: readonly Span[],
  ): Lane[] =>
    pending.length > 0 &&
    !pendingLanes.some((lane) => (lane.kind === 'speech') === (kind === 'speech'))
      ? [
          {
            id: `waiting-${kind}`,
            kind,
            name,
            colour: 'var(--text-soft)',
            spans: [],
            marks: [],
            pending,
          },
        ]
      : [];
  return [
    ...waitingLane('speech', 'Speech', speech),
    ...pendingLanes,
    ...waitingLane('waiting', 'Picture', pictures),
  ];
}

function durationOf(
  job: Pick<Job, 'video_duration_seconds'>,
  { metadata, transcription, storyboard }: Results,
): number {
  return (
    job.video_duration_seconds ??
    metadata?.duration_seconds ??
    transcription?.duration_seconds ??
    (storyboard ? storyboard.duration_ms / 1000 : 1)
  );
}

export const BenchContext = createContext<Bench | undefined>(undefined);

export function useBench(): Bench {
  const bench = useContext(BenchContext);
  if (!bench) throw new Error('There is no bench around this component.');
  return bench;
}
