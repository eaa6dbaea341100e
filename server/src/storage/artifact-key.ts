/** Storage keys of the files that a stage creates. */

import type { Stage } from '@reelsight/contract';
import { type Holder, stageFile } from '../artifacts/stored-paths.ts';
import { keyOfText, type StorageKey } from './storage-key.ts';

export const artifactKey = (job: Holder, stage: Stage, file: string): StorageKey =>
  keyOfText(stageFile(job, stage, file));
