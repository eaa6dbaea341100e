/** Reads tokens from the header `Authorization: Bearer …`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Undefined if the request has no such token. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Whether the request carries this token. The comparison takes the same time even for a nearly correct token, so that
 * the time reveals nothing.
 */
export function carriesToken(request: FastifyRequest, token: string): boolean {
  const sha = (text: string): Buffer => createHash('sha256').update(text).digest();
  const bearer = bearerToken(request);
  return bearer !== undefined && timingSafeEqual(sha(bearer), sha(token));
}
