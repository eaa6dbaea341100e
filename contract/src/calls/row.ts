/** The type of a row in the table of calls, and helpers for writing rows. */
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
  /** Schema of the whole body, including the envelope; absent if there is no body, or if it is not JSON. */
  readonly body?: z.ZodType;
  /** Example of a whole body, valid for the schema `body`. */
  readonly example?: unknown;
  /** Further examples, each under a name that says what it shows. */
  readonly more?: Readonly<Record<string, unknown>>;
  /**
   * Media type of the body if it is not JSON, or a media type that a client may request with `Accept` instead of JSON.
   */
  readonly contentType?: string;
  /** Example of a body with that media type, if it is text. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, Param>>;
}

/**
 * Which session may make a call. `anyone` needs no session, and `user` any session. `member` and `owner` need that role
 * in the workspace named in the path, and `operator` needs the session of the operator's account.
 */
export type SessionRole = 'anyone' | 'user' | MemberRole | 'operator';

/** A parameter of the path, or a header of a request or an answer. Its value is always text. */
export interface Param {
  readonly description: string;
  readonly example: string;
}

/** A request body that is a file, not JSON. */
export interface FileBody {
  readonly description: string;
  readonly contentTypes: readonly string[];
  readonly maxBytes: number;
}

/** One call. In its paths, `:name` is a parameter, and `*` stands for the rest of the path. */
export interface CallRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly tag: string;
  /** One line. */
  readonly summary: string;
  /** What a caller has to know in addition to the summary. */
  readonly description: string;

  /** Scope and path of the call for an API key; absent if keys may not make it. */
  readonly key?: {
    readonly scope: Scope;
    /** Whether the key needs the scope `jobs:read` too, because the call makes results readable. */
    readonly alsoReads?: true;
    readonly path: string;
  };
  /** Path of the call for the operator's token. */
  readonly operator?: { readonly path: string };
  /** Path of the call for the token of a runner; such calls are not public. */
  readonly runner?: { readonly path: string };
  /** Path of the call for anyone who has a share link; the link's token is the parameter `token`. */
  readonly share?: { readonly path: `/shared/v1/:token${string}` };
  /**
   * Role and path of the call for a session, in addition to the paths derived from `key` and `operator`: see
   * `accessesOf`.
   */
  readonly session?: { readonly role: SessionRole; readonly path: string };

  /** Name of the call in the audit log. A call that changes something has either this or `unaudited`. */
  readonly audit?: AuditAction;
  /** The reason why the audit log leaves the call out. */
  readonly unaudited?: string;

  readonly params?: Readonly<Record<string, Param>>;
  readonly query?: z.ZodObject;
  /** Request headers that change the answer. */
  readonly headers?: Readonly<Record<string, Param>>;
  readonly body?: z.ZodType;
  /** Whether the body may be missing; a missing body counts as `{}`. */
  readonly bodyOptional?: true;
  /** Maximum size of a JSON body in bytes, if it is more than usual. */
  readonly bodyBytes?: number;
  readonly file?: FileBody;
  /**
   * True if the call starts a program or sends something. Such calls have a smaller rate limit, for users and for the
   * keys of a workspace.
   */
  readonly costly?: true;
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** True for a POST or PATCH that a client may safely repeat, for example after a lost answer. */
  readonly repeatable?: true;
  /** `none`: HEAD is not answered. By default it is answered as GET, without the body. */
  readonly head?: 'none';

  readonly answers: readonly Answer[];
  /** Error codes that are specific to this call; those that every call may return are in `commonErrors`. */
  readonly errors: readonly ErrorCode[];
  /** Example of a request body. */
  readonly example?: unknown;
  /** Further examples, each under a name that says what it shows. */
  readonly more?: Readonly<Record<string, unknown>>;
}

const exampleMeta = { request_id: exampleIds.request };

/** The whole body of an answer: the envelope around this `data`. */
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

/** The answers of a call that returns a file, whole or a range of it (RFC 9110, section 14). */
export const ranged = (contentType: string) =>
  [
    { status: 200, description: 'The whole file.', contentType },
    { status: 206, description: 'The range that was asked for.', contentType },
    { status: 416, description: 'The range lies outside the file.' },
  ] as const satisfies readonly Answer[];

/** Prefix of all paths that a session calls in a workspace. */
export const workspaceBase = '/console/v1/workspaces/:workspace';
/** Prefix of all paths that the operator's session calls. */
export const operatorBase = '/console/v1/operator';

/** Error codes that any call with a key, with the operator's token, or with a body may return. */
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
