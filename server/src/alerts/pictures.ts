/** Reads the pictures that prove what an alert found, for its mail. */
import { buffer } from 'node:stream/consumers';
import type { AlertFinding } from '@reelsight/contract';
import type { InlinePicture } from '../mail/compose.ts';
import { frameAt, frameKey } from '../storage/frame-key.ts';
import type { Storage } from '../storage/storage.ts';

/** A mail with many matches is a list; more pictures than this make it no clearer. */
const picturesAtMost = 5;
const framesPath = '/v1/frames/';

/**
 * Pictures of the first matches by the id of their job, of at most `bytes` together. A picture that is gone or too large
 * is left out.
 */
export async function picturesOf(
  storage: Pick<Storage, 'get'>,
  workspaceId: string,
  matches: readonly AlertFinding[],
  bytes: number,
): Promise<ReadonlyMap<string, InlinePicture>> {
  const pictures = new Map<string, InlinePicture>();
  let bytesLeft = bytes;

  for (const { job_id: jobId, frame_url: url } of matches) {
    if (pictures.size === picturesAtMost) break;
    const frame = url?.startsWith(framesPath) ? frameAt(url.slice(framesPath.length)) : null;
    // Whatever results refer to, a mail shows no picture of another job.
    if (frame?.jobId !== jobId) continue;

    const object = await storage.get(
      frameKey({ workspace_id: workspaceId, id: jobId }, frame.file),
    );
    if (!object) continue;
    if (object.sizeBytes > bytesLeft) {
      object.stream.destroy();
      continue;
    }

    const content = await buffer(object.stream);
    bytesLeft -= content.length;
    pictures.set(jobId, { id: jobId, filename: frame.file, content });
  }

  return pictures;
}
