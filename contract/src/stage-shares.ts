/** The overall progress of a job: the weight of each stage, and the share of it that is done. */
import { type Capability, needs } from './capabilities.ts';
import type { Progress, Stage } from './job.ts';

export const stageOrder = [
  'ingestion',
  'transcription',
  'analysis',
  'merging',
] as const satisfies readonly Stage[];

export interface StageShare {
  readonly stage: Stage;
  /** The stage's share of the whole bar, 0 to 1. */
  readonly weight: number;
  /** Share of the stage that is done, 0 to 1. */
  readonly done: number;
}

/** The weights of the stages in the progress bar; a stage with little to do gets a small weight. */
function weightsOf(capabilities: readonly Capability[]): Readonly<Record<Stage, number>> {
  return {
    ingestion: 15,
    transcription: needs('speech', capabilities) ? 25 : 2,
    analysis: needs('frames', capabilities) ? 50 : 5,
    merging: 10,
  };
}

export function stageShares(
  progress: Pick<Progress, 'stage' | 'stages_completed' | 'percent'>,
  capabilities: readonly Capability[],
): StageShare[] {
  const weights = weightsOf(capabilities);
  const totalWeight = stageOrder.reduce((sum, stage) => sum + weights[stage], 0);
  return stageOrder.map((stage) => ({
    stage,
    weight: weights[stage] / totalWeight,
    done: progress.stages_completed.includes(stage)
      ? 1
      : stage === progress.stage
        ? (progress.percent ?? 0) / 100
        : 0,
  }));
}

/** 0 to 1. */
export const overallShare = (shares: readonly StageShare[]): number =>
  shares.reduce((sum, { weight, done: fraction }) => sum + weight * fraction, 0);
