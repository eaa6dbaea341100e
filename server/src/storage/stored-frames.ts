/** Reads several stored frames at once. */
import { buffer } from 'node:stream/consumers';
import { frameAt, frameKey } from './frame-key.ts';
import type { Storage } from './storage.ts';

/** The JPEG files at these paths, `/v1/frames/…`. A frame that no longer exists is left out. */
export async function readFrames(
  storage: Storage,
  workspaceId: string,
  paths: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const frames = new Map<string, Uint8Array>();

  for (const path of paths) {
    const frame = frameAt(path.replace(/^\/v1\/frames\//, ''));
    if (!frame) continue;
    const job = { workspace_id: workspaceId, id: frame.jobId };
    const object = await storage.get(frameKey(job, frame.file));
    if (object) frames.set(path, await buffer(object.stream));
  }

  return frames;
}
