/**
 * Classifies errors as interruptions. Based on the class, `domain/jobs/lifecycle.ts` decides whether and when work is
 * tried again.
 */
import { Fault } from '@reelsight/contract';
import { ArtifactDamaged } from '../artifacts/read-artifact.ts';
import { isAway } from '../db/database.ts';
import type { Interruption } from '../domain/jobs/lifecycle.ts';
import { isDiskFull } from '../storage/local-file.ts';
import { isStorageAway } from '../storage/storage.ts';
import { WorkerClosing } from './attempt.ts';
import { ResultRefused } from './parts/held-part.ts';
import { FilesGone } from './parts/part-files.ts';
import { ProcessDied, StartFailed } from './processes/watched-process.ts';

/** If an ingestion process dies, its video is considered the cause; if the process fails to start, the machine is. */
export function interruptionOfIngestion(error: unknown): Interruption {
  if (error instanceof WorkerClosing) return 'closing';
  if (isDiskFull(error)) return 'outage';
  // A kept source that is damaged stays damaged, so waiting as for an outage would not help.
  if (error instanceof ArtifactDamaged) return 'crashed';
  return error instanceof ProcessDied && !(error instanceof StartFailed) ? 'crashed' : 'outage';
}

/** `failedAtHost`: a host was working on the part. An error before or after that is not caused by the video. */
export function interruptionOfPart(error: unknown, failedAtHost: boolean): Interruption {
  if (error instanceof WorkerClosing) return 'closing';

  // A file that was removed or damaged rarely comes back, so this counts as a crash, which is tried again
  // only a few times.
  const isForGood =
    error instanceof FilesGone ||
    error instanceof ArtifactDamaged ||
    error instanceof ResultRefused;
  if (isForGood) return 'crashed';

  return failedAtHost && !isDiskFull(error) ? 'crashed' : 'outage';
}

/**
 * Whether a clip or a report failed because something that it needs is unavailable for a while: the storage, the
 * database, or processes that do not start.
 */
export const isOutage = (error: unknown): boolean =>
  isStorageAway(error) || isAway(error) || error instanceof StartFailed;

/** What a clip or a report says that was given up after an outage. */
export const outageFault = (error: unknown): Fault =>
  new Fault('SERVICE_UNAVAILABLE', String(error), {
    text: 'The storage or another part of the service was unavailable for too long. Ask for it again.',
    cause: error,
  });
