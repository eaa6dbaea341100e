/** The stages as a table: what each needs of the ones before it, and how long it may take. */
import type { Stage } from '@reelsight/contract';

export interface StagePlan {
  readonly stage: Stage;
  /** Finished stages whose files must be in the work folder. */
  readonly needs: readonly Stage[];
}

export const stagePlans: readonly StagePlan[] = [
  { stage: 'ingestion', needs: [] },
  { stage: 'transcription', needs: ['ingestion'] },
  { stage: 'analysis', needs: ['ingestion', 'transcription'] },
  { stage: 'merging', needs: ['ingestion', 'transcription', 'analysis'] },
];

/** Milliseconds. */
export interface Deadlines {
  readonly job: number;
  readonly stages: Readonly<Record<Stage, number>>;
}
