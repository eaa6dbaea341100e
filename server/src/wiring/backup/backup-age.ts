/** For metrics: the age of the newest backup, and the maximum age that the schedule implies. */
import { sharedLook } from '../../network/shared-look.ts';
import type { Config } from '../settings/config.ts';
import { longestPauseSeconds } from '../start/cron.ts';
import { BackupFolder } from './backup-folder.ts';

export interface BackupAge {
  /** When the newest complete backup was started, in seconds since 1970; 0 if there is none. */
  readonly lastSuccess: number;
  /** Longest time between two scheduled backups, in seconds; null without a schedule. */
  readonly pause: number | null;
}

/** How long the result is cached: the folder may be on another machine and contain many backups. */
const ageMs = 15_000;

/** Null if this process makes no backups. */
export function openBackupAge({ backups }: Config): () => Promise<BackupAge | null> {
  const { makes, schedule, folder } = backups;
  if (!makes) return async () => null;
  const of = new BackupFolder(folder);
  const pause = schedule === null ? null : longestPauseSeconds(schedule);
  return sharedLook(ageMs, async () => ({ lastSuccess: (await of.newestMs()) / 1000, pause }));
}
