/** Parses the byte range that a request asks for (RFC 9110, 14). */
import type { FastifyRequest } from 'fastify';
import type { StoredObject } from '../storage/storage.ts';

/**
 * The requested range, with both ends included. Null if the whole file is to be sent, which RFC 9110 permits also if
 * several ranges or an invalid range are requested.
 */
export function rangeOf(
  request: FastifyRequest,
  { sizeBytes, etag }: StoredObject,
): { start: number; end: number } | 'unsatisfiable' | null {
  const { range, 'if-range': ifRange } = request.headers;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range?.replaceAll(/\s/g, '') ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return null;
  if (ifRange !== undefined && ifRange !== `"${etag}"`) return null;

  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }

  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return null;

  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
