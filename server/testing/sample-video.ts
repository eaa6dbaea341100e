/** The short video that tests analyse, with speech, things and text. */
import { openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client } from '../../sdk/src/index.ts';

export const sampleVideo = fileURLToPath(new URL('../../media/sample.mp4', import.meta.url));

/** Uploads it for the client's workspace; its upload key. */
export async function uploadSample(client: Client): Promise<string> {
  return client.uploads.put(await openAsBlob(sampleVideo), { contentType: 'video/mp4' });
}
