/** The body of a request to a server of a test. */
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Null if the caller went away before all of it had come: then nobody waits for an answer. */
export async function requestBody(request: IncomingMessage): Promise<Buffer | null> {
  return buffer(request).catch(() => null);
}
