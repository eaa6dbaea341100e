/** What a row of the table of calls says, and the helpers rows are written with. */
import type { z } from 'zod';
import type { Scope } from '../account.ts';
import type { AuditAction } from '../audit.ts';
import { dataEnvelope, pageEnvelope } from '../envelope.ts';
import type { ErrorCode } from '../errors.ts';
import type { MemberRole } from '../member.ts';
import { exampleIds } from './example-ids.ts';

export interface Answer {
  readonly status: number;
  readonly description: string;
  /** Body, envelope and all; absent if there is none, or no JSON. */
  readonly body?: z.ZodType;
  /** A whole body that `body` takes. */
  readonly example?: unknown;
  /** Further ones, by a name that says what they show. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Media type when it is not JSON, or what `Accept` may ask for instead of it. */
  readonly contentType?: string;
  /** An example of what has that media type, if it is text. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, Param>>;
}

/**
 * Whose session: `anyone` needs none, `user` any, `member` and `owner` that role in the workspace of the path;
 * `operator` that of the operator's account.
 */
export type SessionRole = 'anyone' | 'user' | MemberRole | 'operator';

/** A parameter of the path, or a header of a request or an answer: a text. */
export interface Param {
  readonly description: string;
  readonly example: string;
}

/** A body that is a file, not JSON. */
export interface FileBody {
  readonly description: string;
  readonly contentTypes: readonly string[];
  readonly maxBytes: number;
}

/** Paths have `:name` for parameters and `*` for a tail. */
export interface CallRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly tag: string;
  /** One line. */
  readonly summary: string;
  /** What a caller has to know beside it. */
  readonly description: string;

  /** Scope and path for an API key. */
  readonly key?: { readonly scope: Scope; readonly path: string };
  /** Path for the operator's token. */
  readonly operator?: { readonly path: string };
  /** Path for the token of a runner; such calls are not public. */
  readonly runner?: { readonly path: string };
  /** Path for whoever holds a link, whose token is its parameter `token`. */
  readonly share?: { readonly path: `/shared/v1/:token${string}` };
  /** Role and path for a session, besides the mirrors of `key` and `operator`: see `accessesOf`. */
  readonly session?: { readonly role: SessionRole; readonly path: string };

  /** What the audit log calls it. A call that changes something has this or `unaudited`. */
  readonly audit?: AuditAction;
  /** Why the audit log leaves it out. */
  readonly unaudited?: string;

  readonly params?: Readonly<Record<string, Param>>;
  readonly query?: z.ZodObject;
  /** Headers of the request that change the answer. */
  readonly headers?: Readonly<Record<string, Param>>;
  readonly body?: z.ZodType;
  /** No body at all stands for `{}`. */
  readonly bodyOptional?: true;
  /** Most bytes of a JSON body, where that is more than usual. */
  readonly bodyBytes?: number;
  readonly file?: FileBody;
  /** Starts a program or sends something: users and the keys of a workspace have a smaller bucket for such calls. */
  readonly costly?: true;
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** A POST or PATCH that does no harm when a client makes it twice, as after a lost answer. */
  readonly repeatable?: true;
  /** How HEAD is answered: by the call's handler, or not at all. Absent: as GET, without the body. */
  readonly head?: 'own' | 'none';

  readonly answers: readonly Answer[];
  /** Codes of this call's own; those that every call may answer are in `commonErrors`. */
  readonly errors: readonly ErrorCode[];
  /** A body to send. */
  readonly example?: unknown;
  /** Further ones, by a name that says what they show. */
  readonly more?: Readonly<Record<string, unknown>>;
}

const exampleMeta = { request_id: exampleIds.request };

/** The whole body of an answer with this `data`. */
export const inEnvelope = <T>(data: T) => ({ data, meta: exampleMeta });

export const oneAnswer = <T extends z.ZodType>(
  body: T,
  example: z.input<T>,
  description = 'As asked.',
  status = 200,
) =>
  [
    { status, description, body: dataEnvelope(body), example: inEnvelope(example) },
  ] as const satisfies readonly Answer[];

export const created = <T extends z.ZodType>(
  body: T,
  example: z.input<T>,
  description = 'Created.',
) => oneAnswer(body, example, description, 201);

export const page = <T extends z.ZodType>(body: T, example: z.input<T>, description: string) =>
  [
    {
      status: 200,
      description,
      body: pageEnvelope(body),
      example: {
        ...inEnvelope(example),
        pagination: { has_more: false, next_cursor: null },
      },
    },
  ] as const satisfies readonly Answer[];

export const noContent = (description: string) =>
  [{ status: 204, description }] as const satisfies readonly Answer[];

/** A file, whole or a range of it (RFC 9110, 14). */
export const ranged = (contentType: string) =>
  [
    { status: 200, description: 'The whole file.', contentType },
    { status: 206, description: 'The range that was asked for.', contentType },
    { status: 416, description: 'The range lies outside the file.' },
  ] as const satisfies readonly Answer[];

/** Below this lie the calls of a session in a workspace. */
export const workspaceBase = '/console/v1/workspaces/:workspace';
/** Below this lie the calls of the operator's session. */
export const operatorBase = '/console/v1/operator';

/** What every answer to a key or the operator may be refused with, and every call with a body. */
export const commonErrors = {
  key: [
    'INVALID_API_KEY',
    'INSUFFICIENT_SCOPE',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ],
  operator: ['INVALID_API_KEY', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
  runner: ['INVALID_API_KEY', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
  share: ['NOT_FOUND', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
  session: [
    'SIGN_IN_REQUIRED',
    'INSUFFICIENT_SCOPE',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ],
  body: ['REQUEST_TIMEOUT', 'BODY_TOO_LARGE', 'VALIDATION_FAILED'],
} as const satisfies Record<string, readonly ErrorCode[]>;
