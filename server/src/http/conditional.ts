/**
 * Conditional requests with entity tags, so that a client need not receive the same answer twice (RFC 9110, 8.8.3 and
 * 13.1.2).
 */
import { createHash } from 'node:crypto';
import type { Call, Reply } from './call.ts';
import { headerText } from './request.ts';

/**
 * The tag is weak, because every answer has a request id of its own. `version` is the version of the service, because
 * another version may show the same state differently.
 */
export function entityTag(version: string, state: unknown): string {
  const digest = createHash('sha256').update(version).update(JSON.stringify(state));
  return `W/"${digest.digest('base64url').slice(0, 22)}"`;
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether the caller already has the answer with this tag; undefined if the request contains no tag. */
export function hasTag({ request }: Pick<Call, 'request'>, tag: string): boolean | undefined {
  const header = headerText(request, 'if-none-match');
  if (header === undefined) return undefined;
  return header
    .split(',')
    .some((candidate) => candidate.trim() === '*' || opaque(candidate) === opaque(tag));
}

/** Answers 304 to a caller that already has this answer. */
export async function conditional(
  call: Call,
  tag: string,
  reply: () => Promise<Reply>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const allHeaders = {
    ETag: tag,
    // Lets clients cache the answer if they revalidate it each time. Answers to a session must not be stored at all.
    ...(!call.session && { 'Cache-Control': 'private, no-cache' }),
    ...headers,
  };
  if (hasTag(call, tag)) return { status: 304, headers: allHeaders };

  const answer = await reply();
  return { ...answer, headers: { ...answer.headers, ...allHeaders } };
}
