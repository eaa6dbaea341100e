/** The body of a request to a test's server. */
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Returns null if the caller disconnected before sending everything; then nobody waits for an answer. */
export async function requestBody(request: IncomingMessage): Promise<Buffer | null> {
  return buffer(request).catch(() => null);
}
