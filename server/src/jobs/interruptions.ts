/**
 * Classifies errors as interruptions; from the result, `domain/jobs/lifecycle.ts` decides whether and when work is
 * tried again.
 */
import { ArtifactDamaged } from '../artifacts/read-artifact.ts';
import type { Interruption } from '../domain/jobs/lifecycle.ts';
import { isDiskFull } from '../storage/local-file.ts';
import { WorkerClosing } from './attempt.ts';
import { ResultRefused } from './parts/held-part.ts';
import { FilesGone } from './parts/part-files.ts';
import { ProcessDied, StartFailed } from './processes/watched-process.ts';

/** If the process that ingests a video dies, the video is the cause; if it fails to start, the machine is the cause. */
export function interruptionOfIngestion(error: unknown): Interruption {
  if (error instanceof WorkerClosing) return 'closing';
  if (isDiskFull(error)) return 'outage';
  // A damaged kept source stays damaged.
  if (error instanceof ArtifactDamaged) return 'crashed';
  return error instanceof ProcessDied && !(error instanceof StartFailed) ? 'crashed' : 'outage';
}

/** `failedAtHost`: a host was working on the part. Before and after that, an error is not caused by the video. */
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
