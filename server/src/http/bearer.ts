/** Tokens in the header `Authorization: Bearer …`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Takes as long for a token that is nearly right. */
export function carriesToken(request: FastifyRequest, token: string): boolean {
  const sha = (text: string): Buffer => createHash('sha256').update(text).digest();
  const [, given] = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return given !== undefined && timingSafeEqual(sha(given), sha(token));
}
