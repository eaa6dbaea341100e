/** All that the parts of a completed job's page share. */
import type { JobRowView } from '@reelsight/contract';
import type { Job, Results } from '@reelsight/sdk';
import { createContext, useContext } from 'react';
import { type Track, tracksOf } from './boxes.ts';
import { type Lane, lanesOf, type Span, stopsOf } from './lanes.ts';
import { tileSeconds } from './storyboard-tile.ts';
import { type Proof, proofsOf, type Thing, thingsOf } from './things.ts';

export interface Bench {
  readonly row: JobRowView;
  readonly job: Job;
  readonly results: Results;
  readonly durationSeconds: number;
  readonly lanes: readonly Lane[];
  readonly tracks: readonly Track[];
  readonly stops: readonly number[];
  readonly things: readonly Thing[];
  readonly proofs: readonly Proof[];
  readonly tileSeconds: readonly number[];
  /** Time between two looks at the picture. */
  readonly lookSeconds: number;
}

export function benchOf(
  row: JobRowView,
  job: Job,
  results: Results,
  shots: readonly Span[],
): Bench {
  const lanes = lanesOf(results, shots);
  const things = thingsOf(results);
  return {
    row,
    job,
    results,
    durationSeconds: durationOf(job, results),
    lanes,
    tracks: tracksOf(results, lanes),
    stops: stopsOf(lanes),
    things,
    proofs: proofsOf(things),
    tileSeconds: results.storyboard ? tileSeconds(results.storyboard) : [],
    lookSeconds: 1 / Math.max(results.meta.fps_used, 0.1),
  };
}

function durationOf(job: Job, { metadata, transcription, storyboard }: Results): number {
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
  if (!bench) throw new Error('There is no completed job around this component.');
  return bench;
}
