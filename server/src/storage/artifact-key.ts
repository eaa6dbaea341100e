/** Storage keys of the files a stage leaves. */
import type { Stage } from '@reelsight/contract';
import { type StorageKey, storageKey } from './storage-key.ts';

/** The fields of a job from which its keys are made. */
export interface Holder {
  readonly workspace_id: string;
  readonly id: string;
}

export const artifactKey = (job: Holder, stage: Stage, file: string): StorageKey =>
  storageKey('artifacts', job.workspace_id, job.id, stage, file);
