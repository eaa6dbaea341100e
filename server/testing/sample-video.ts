/** The short video that tests analyse. It contains speech, objects and text. */
import { openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client } from '../../sdk/src/index.ts';

export const sampleVideo = fileURLToPath(new URL('../../media/sample.mp4', import.meta.url));

/** Uploads the sample into the client's workspace and returns its upload key. */
export async function uploadSample(client: Client): Promise<string> {
  return client.uploads.put(await openAsBlob(sampleVideo), { contentType: 'video/mp4' });
}
