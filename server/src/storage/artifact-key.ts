/** Storage keys of the files that a stage creates. */
import type { Stage } from '@reelsight/contract';
import { type StorageKey, storageKey } from './storage-key.ts';

/** The fields of a job that make up its storage keys. */
export interface Holder {
  readonly workspace_id: string;
  readonly id: string;
}

export const artifactKey = (job: Holder, stage: Stage, file: string): StorageKey =>
  storageKey('artifacts', job.workspace_id, job.id, stage, file);
