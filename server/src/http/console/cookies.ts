/** Sets cookies on responses. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from './origin.ts';

/** Adds Set-Cookie headers, marked `Secure` if people reach the service by https. */
export function setCookies(
  publicUrl: string | null,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  lines: readonly string[],
): void {
  const secure = isSecure(publicUrl, request);
  for (const line of lines) {
    const already = /;\s*secure\b/i.test(line);
    void reply.header('Set-Cookie', secure && !already ? `${line}; Secure` : line);
  }
}
