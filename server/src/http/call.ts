/** Types for the input of a handler, its reply, and the objects it uses. */
import {
  type BodyOf,
  type CallId,
  type Calls,
  Fault,
  type MemberRole,
  type QueryOf,
  type Scope,
} from '@reelsight/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts, SignedIn } from '../accounts/accounts.ts';
import { isId } from '../db/id.ts';
import type { OpenShare } from '../db/shares.ts';
import type { RunnerHolder } from '../db/workspaces/runners.ts';
import type { Domain } from '../domain/domain.ts';
import type { Caller } from '../domain/submission.ts';
import type { PersonalAccess } from '../domain/workspaces/access.ts';
import type { AllowedOrigins } from '../network/cross-origin.ts';
import type { FairTurns } from '../network/fair-turns.ts';
import type { NestedTurns } from '../network/nested-turns.ts';
import type { Meaning } from '../search/meaning.ts';
import type { Sight } from '../search/sight.ts';
import type { Storage } from '../storage/storage.ts';
import type { Admission } from './admission.ts';
import type { Bytes } from './bytes.ts';
import type { AssistantLimits, CallLimits } from './call-limits.ts';
import type { OperatorView } from './console/operator-view.ts';
import type { ExportThread } from './export-thread.ts';
import type { JobFeed } from './job-feed.ts';
import type { KeptAnswer, KeptAnswers, SharedAnswer } from './kept-answers.ts';
import type { LastingAccess } from './lasting-access.ts';
import type { MediaThreads } from './media-threads.ts';
import type { RunnerDesk } from './runner-desk.ts';
import type { Shots } from './shots.ts';
import type { SizedTurns } from './sized-turns.ts';
import type { Unsent } from './unsent.ts';
import type { Waits } from './waits.ts';

/** Options of `/mcp`, the endpoint for assistants. */
export interface AssistantOptions {
  readonly enabled: boolean;
  /** Origins of pages that may use the endpoint, in addition to our own. */
  readonly origins: readonly string[];
  readonly limits: AssistantLimits;
}

/** Finds the shared content that the token of a link gives access to. */
export type KnowShare = (token: string, request: FastifyRequest) => Promise<OpenShare>;

export interface HttpDeps {
  readonly domain: Domain;
  /** Finds text by meaning; null if there is no embedding model. */
  readonly meaning: Meaning | null;
  /** Finds moments that look alike. */
  readonly sight: Sight;
  readonly storage: Storage;
  readonly accounts: Accounts;
  readonly operator: OperatorView;
  readonly runnerDesk: RunnerDesk;
  readonly adminToken: string;
  /** One function for calls and pages, so that wrong guesses of a token are counted together. */
  readonly knowShare: KnowShare;
  readonly uploadUrlMs: number;
  readonly limits: CallLimits;
  readonly assistants: AssistantOptions;
  /** Public URL set by the operator; if null, it is derived from the Host of each request. */
  readonly publicUrl: string | null;
  /** Origin for links that are not made in answer to a request; known once the service listens. */
  readonly origin: () => string;
  /** Number of days for which browsers are told to use only https (HSTS). */
  readonly hstsDays: number;
  /** Origins whose pages may make calls with an API key. */
  readonly corsOrigins: AllowedOrigins;
  readonly version: string;
  /** Called once if a trusted proxy reports https while `publicUrl` is not set. */
  readonly onUnsetUrl: () => void;
  /** Reports errors that cannot be sent to the client, because the answer has already begun or is a success. */
  readonly onFault: (fault: Fault, requestId: string) => void;
  /** Aborts with Fault SERVICE_UNAVAILABLE when the service stops. */
  readonly closing: AbortSignal;
}

/** The objects that all calls of one service share. */
export interface CallDeps extends HttpDeps {
  /** Delivers changes of jobs and new events to clients that follow them live. */
  readonly feed: JobFeed;
  readonly waits: Waits;
  /** Bodies are read and checked in turns, with room for other calls between them. */
  readonly bodyTurns: FairTurns;
  /** Pictures of logos are decoded or drawn one at a time. While one is slow, another owner's may start. */
  readonly pictureTurns: FairTurns;
  /**
   * Large pictures have a queue of their own, so that small ones never wait for them. Few are decoded at once, because
   * many could exhaust the API's memory.
   */
  readonly largePictureTurns: FairTurns;
  /** Thumbnails of frames have a queue of their own: a page requests dozens of them, which must not wait for logos. */
  readonly thumbnailTurns: FairTurns;
  /** Large answers are compressed a few at a time; owners take turns. */
  readonly packTurns: FairTurns;
  /** Export files of results are made one at a time, small ones apart from large ones; owners take turns. */
  readonly exportTurns: SizedTurns;
  readonly exportThread: ExportThread;
  /** Answers with the files of many jobs last as long as they are read, so that an owner may have only a few at once. */
  readonly manyFilesTurns: FairTurns;
  /** Exposure is computed for a few videos at a time, small ones apart from large ones; owners take turns. */
  readonly exposureTurns: SizedTurns;
  /**
   * Reads over all jobs of a batch or a workspace keep what they have read, so that an owner may have only one at once.
   */
  readonly wholeTurns: FairTurns;
  /** Results are corrected one at a time, small ones apart from large ones; owners take turns. */
  readonly correctionTurns: SizedTurns;
  /** Evaluations against people's corrections take longer than exposure, so they have a queue of their own. */
  readonly evaluationTurns: SizedTurns;
  /** Searches read much of the database, so each owner runs one at a time. */
  readonly searchTurns: FairTurns;
  /** Trends add up thousands of videos in the database, so each owner counts one at a time. */
  readonly trendTurns: FairTurns;
  /** Each list may be megabytes, so a workspace can make only a few at a time. */
  readonly listTurns: FairTurns;
  /** Large results are read a few at a time, the largest apart from the others; owners take turns. */
  readonly resultTurns: SizedTurns;
  /** Reads descriptions of media. */
  readonly mediaThreads: MediaThreads;
  /** Counts large answers that clients have not read yet. */
  readonly unsent: Unsent;
  /** Ends answers whose callers have lost access. */
  readonly lastingAccess: LastingAccess;
  readonly shots: Shots;
  /**
   * Sign-in attempts wait for one of the few password-hashing slots. Known devices and all others have separate queues.
   */
  readonly knownSignIns: NestedTurns;
  readonly otherSignIns: NestedTurns;
  readonly sharedAnswers: KeptAnswers<SharedAnswer>;
  /** Cached PDF files of shared jobs. */
  readonly sharedFiles: KeptAnswers<KeptAnswer>;
  /** Cached answers that show jobs with people's corrections applied. */
  readonly correctedAnswers: KeptAnswers<KeptAnswer>;
}

/** What the gate has found out about the caller of a request. */
export interface Entered {
  /** The workspace of the key or of the path; null on the operator's calls and on calls outside any workspace. */
  readonly caller: Admission | null;
  /** Null for a key, the operator's token and an anonymous caller. */
  readonly session: SignedIn | null;
  /** Whether a program sent the operator's token. */
  readonly operator: boolean;
  /** Role of the session in the workspace; null outside a workspace. */
  readonly role: MemberRole | null;
  /** The runner that sent the request; null for any other caller. */
  readonly runner: RunnerHolder | null;
  /** The shared content of the caller's link; null for any other caller. */
  readonly share: OpenShare | null;
}

/** One admitted and validated request. */
export interface Call<Query = unknown, Body = unknown> extends Entered {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly idempotencyKey: string | null;
  /** The raw request, for anything beyond JSON such as ranges, streams and cookies. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A call in a workspace, from any kind of caller. */
export interface WorkspaceCall<Query = unknown, Body = unknown> extends Call<Query, Body> {
  readonly caller: Admission;
}

/** A call of a signed-in user. */
export interface UserCall<Query = unknown, Body = unknown> extends Call<Query, Body> {
  readonly session: SignedIn;
}

/** A call of a member of the workspace. */
export interface MemberCall<Query = unknown, Body = unknown> extends WorkspaceCall<Query, Body> {
  readonly session: SignedIn;
  readonly role: MemberRole;
}

/** A call by a runner, which sends its own token. */
export interface RunnerCall<Query = unknown, Body = unknown> extends Call<Query, Body> {
  readonly runner: RunnerHolder;
}

/** A call of anyone who holds a link. */
export interface ShareCall<Query = unknown, Body = unknown> extends Call<Query, Body> {
  readonly share: OpenShare;
}

export interface Reply {
  readonly status: number;
  /** Becomes the envelope's `data`; absent with `raw` or if there is no content. */
  readonly data?: unknown;
  readonly pagination?: { readonly has_more: boolean; readonly next_cursor: string | null };
  /** Added next to `data` in the envelope. */
  readonly beside?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged instead of an envelope; null in an answer to HEAD for which no content was made. */
  readonly raw?: NodeJS.ReadableStream | Buffer | Bytes | string | null;
}

/** The call type that fits every kind of caller that may make this call. */
type CallOf<Row, Query = QueryOf<Row>, Body = BodyOf<Row>> = Row extends { runner: object }
  ? RunnerCall<Query, Body>
  : Row extends { share: object }
    ? ShareCall<Query, Body>
    : Row extends { operator: object }
      ? Call<Query, Body>
      : Row extends { key: object }
        ? WorkspaceCall<Query, Body>
        : Row extends { session: { role: MemberRole } }
          ? MemberCall<Query, Body>
          : Row extends { session: { role: 'user' } }
            ? UserCall<Query, Body>
            : Call<Query, Body>;

/** Undefined if the handler has already sent the answer. */
export type Handler<Id extends CallId> = (
  deps: CallDeps,
  call: CallOf<Calls[Id]>,
) => Promise<Reply | undefined>;

/** The caller as submitter of a job or a batch. */
export function submitterOf(call: Pick<WorkspaceCall, 'caller' | 'session' | 'role'>): Caller {
  const { caller } = call;
  return {
    workspaceId: caller.workspace_id,
    plan: caller.plan,
    pastDue: caller.past_due,
    balance: caller.plan_credits + caller.purchased_credits,
    isTest: caller.test,
    access: { access: accessOf(call), keyId: caller.key_id },
    ...(caller.processing !== null &&
      caller.open !== null && {
        openJobs: { processing: caller.processing, open: caller.open },
      }),
  };
}

/** A path parameter that must be an id. Throws Fault NOT_FOUND if it has another form. */
export function idOf({ params }: Pick<Call, 'params'>, name = 'id'): string {
  const value = params[name];
  if (!isId(value)) throw new Fault('NOT_FOUND', `${name} ${value}`);
  return value;
}

/** The parameter `id` of a call on a job. Throws Fault JOB_NOT_FOUND if it does not have the form of an id. */
export function jobIdOf({ params: { id } }: Pick<Call, 'params'>): string {
  if (!isId(id)) throw new Fault('JOB_NOT_FOUND', String(id));
  return id;
}

/**
 * The workspace that the call is about: the caller's own, or the workspace named by an operator in the path. Throws
 * Fault NOT_FOUND.
 */
export function workspaceOf(
  call: Pick<Call, 'params'> & { readonly caller: { readonly workspace_id: string } | null },
): string {
  return call.caller?.workspace_id ?? idOf(call);
}

export const lacksScope = (scope: Scope): Fault =>
  new Fault('INSUFFICIENT_SCOPE', scope, { text: `The API key lacks the scope ${scope}.` });

/** Null for a caller who is no person with a session. */
export const accessOf = ({
  session,
  role,
}: Pick<Call, 'session' | 'role'>): PersonalAccess | null =>
  session && { sessionId: session.sessionId, userId: session.user.id, role };
