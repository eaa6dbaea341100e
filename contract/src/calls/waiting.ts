/** Headers of calls that can wait for a change: those that a caller sends, and those of the answer. */
import type { Answer, Param } from './row.ts';

export const prefer = {
  Prefer: {
    description:
      '`wait=N` (RFC 7240): answer as soon as it is final or waits for credits, or after N seconds, at most 30 unless the operator set another limit.',
    example: 'wait=20',
  },
} as const satisfies Readonly<Record<string, Param>>;

export const ifNoneMatch = {
  'If-None-Match': {
    description:
      'The `ETag` of an earlier answer: 304 without a body if nothing changed. With `Prefer: wait=N` any change ends the wait.',
    example: 'W/"3q2-7wG1x0aYbTzU9vKcPg"',
  },
} as const satisfies Readonly<Record<string, Param>>;

export const preferenceApplied = {
  'Preference-Applied': {
    description:
      '`wait=N` if the call was ready to wait that many seconds; absent if it was not, because too many calls are already waiting.',
    example: 'wait=20',
  },
} as const satisfies Readonly<Record<string, Param>>;

export const tagged = {
  ETag: { description: 'Changes with the state.', example: 'W/"3q2-7wG1x0aYbTzU9vKcPg"' },
  'Cache-Control': {
    description: '`private, no-cache`: ask with `If-None-Match` before using a copy.',
    example: 'private, no-cache',
  },
} as const satisfies Readonly<Record<string, Param>>;

export const readHeaders = {
  ...tagged,
  ...preferenceApplied,
  'Retry-After': {
    description: 'Seconds until another read makes sense; absent if nothing will change.',
    example: '5',
  },
} as const satisfies Readonly<Record<string, Param>>;

/** The answers of a read with these headers: the usual answer, and 304. */
export const tagging = <One extends Answer>(
  headers: Readonly<Record<string, Param>>,
  answer: One,
) =>
  [
    { ...answer, headers },
    {
      status: 304,
      description: 'Nothing changed since the answer whose `ETag` was given.',
      headers,
    },
  ] as const satisfies readonly Answer[];
