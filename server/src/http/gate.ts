/**
 * Decides who may make which call: checks the key, the operator's token or the session before any of the body is read.
 */
import {
  type Access,
  type CallRow,
  calls,
  Fault,
  type MemberRole,
  type Scope,
} from '@reelsight/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn } from '../accounts/accounts.ts';
import { isId } from '../db/id.ts';
import { type BucketRates, keyMarksSince } from '../db/workspaces/keys.ts';
import { findMemberWorkspace, type MemberWorkspace } from '../db/workspaces/members.ts';
import { FairTurns } from '../network/fair-turns.ts';
import { TokenBuckets } from '../network/token-buckets.ts';
import { type Admission, type AdmitOptions, createAdmit } from './admission.ts';
import type { Asking } from './answered.ts';
import { carriesToken } from './bearer.ts';
import type { LargeBody } from './body.ts';
import { type Entered, type HttpDeps, lacksScope } from './call.ts';
import { setCookies } from './console/cookies.ts';
import { checkHost, checkOrigin } from './console/origin.ts';
import { missingKey } from './key-faults.ts';
import { absenceOf } from './known-path.ts';
import { takeLastingTurn } from './lasting-turn.ts';
import { createRunnerGate } from './runner-gate.ts';
import { type SessionCall, SessionLimits } from './session-limits.ts';
import { WrongKeys } from './wrong-keys.ts';

declare module 'fastify' {
  interface FastifyRequest {
    entered: Entered | null;
    /** When the caller was admitted, by `performance.now()`. */
    enteredAtMs: number;
    /** How the body is received if it may be large; null for other bodies. */
    largeBody: LargeBody | null;
  }
}

type SessionAccess = Extract<Access, { by: 'session' }>;

export interface Gate {
  /** Sets `request.entered`. Throws the Fault for a caller who is refused. */
  enter(access: Access, row: CallRow, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /**
   * Admits the caller once more if the body was long in coming, because access may have ended meanwhile: a key may have
   * been revoked, a session ended, a member removed. Takes no tokens. Throws the Fault for a caller who is refused.
   */
  enterAgain(access: Access, row: CallRow, request: FastifyRequest): Promise<void>;
  /** Finds the owner of the key in a request; takes no token from the key's bucket. Throws Fault INVALID_API_KEY. */
  knowKey(request: FastifyRequest): Promise<Admission>;
  /**
   * For unknown paths of the APIs: refuses callers without the right credentials before saying that the path does not
   * exist (interface.md "Order of refusals").
   */
  refuseStranger(request: FastifyRequest): Promise<void>;
}

/** What arrives with the headers, or soon after them, was admitted a moment ago. */
const bodyIsLateMs = 100;

/** A scope that no key has, so that looking up a key takes no token from its bucket. */
const noScope = 'none' as Scope;

const isBelow = (path: string, url: string): boolean =>
  /^(\/|\?|$)/.test(url.slice(path.length)) && url.startsWith(path);

const anonymous: Entered = {
  caller: null,
  session: null,
  operator: false,
  role: null,
  runner: null,
  share: null,
};

export function createGate(deps: HttpDeps): Gate {
  const rates = bucketRates(deps);
  const { limits } = deps;
  const admitKey = createAdmit({ db: deps.domain.db, now: () => deps.domain.now() }, rates);
  const wrongKeys = new WrongKeys(deps.domain.db, limits.wrongKeys, keyMarksSince);
  const admit: AdmitRequest = (request, options) => {
    const key = request.headers['x-api-key'];
    if (key === undefined || key === '') return Promise.reject(missingKey(request));
    return wrongKeys.guard(key, request.ip, () => admitKey(key, options));
  };
  const knowKey = async (request: FastifyRequest): Promise<Admission> => {
    const caller = await admit(request, { scope: noScope, countJobs: false });
    request.asking = askingOf(caller);
    return caller;
  };
  const sessionLimits = new SessionLimits(limits);
  /** Counts the costly calls of a workspace's keys together, so extra keys do not raise the limit. */
  const costlyByKey = new TokenBuckets(limits.costly);
  const knowRunner = createRunnerGate(deps);
  const entered = async ({ access, row, request, reply }: Entering): Promise<Entered> => {
    if (access.by === 'session')
      return bySession(deps, access, { row, request, reply, limits: sessionLimits });

    if (access.by === 'key') {
      const caller = await byKey(admit, access, { row, request });
      if (row.costly && !costlyByKey.take(caller.workspace_id)) throw tooCostly(caller);
      void reply.header('X-RateLimit-Limit', rates[caller.plan].burst);
      void reply.header('X-RateLimit-Remaining', caller.remaining);
      return { ...anonymous, caller };
    }

    if (access.by === 'share')
      return { ...anonymous, share: await deps.knowShare(tokenOf(request), request) };
    if (access.by === 'runner')
      return { ...anonymous, runner: await knowRunner(request, { row, reply }) };

    checkOperator(request, deps.adminToken);
    return { ...anonymous, operator: true };
  };

  return gateOf({ deps, entered, knowKey, knowRunner });
}

const tokenOf = ({ params }: FastifyRequest): string =>
  (params as Record<string, string | undefined>).token ?? '';

interface GateParts {
  readonly deps: HttpDeps;
  readonly entered: (entering: Entering) => Promise<Entered>;
  readonly knowKey: Gate['knowKey'];
  readonly knowRunner: (request: FastifyRequest) => Promise<unknown>;
}

/**
 * Limits how many large bodies may arrive at once, in total and per owner, because they are held in memory while they
 * arrive and until they are answered.
 */
const largeBodies = {
  atOnce: 16,
  perGroup: 4,
  waitingPerGroup: 64,
  slowWork: { afterMs: 2000, extraPlaces: 64 },
};
/**
 * Bodies that are as small as most need no place, so that they never wait for those who send slowly. The rate ends a
 * body that stands still within seconds, but no phone on a bad line.
 */
const largeBody = {
  freeBytes: 65_536,
  leastRate: { bytesPerSecond: 4096, overMs: 6000 },
};
const tooManyLarge = {
  text: 'Too many pictures or large requests of this workspace, or of others of its owner, are being sent. Send one after the other.',
};
const mayBeLarge = ({ file, bodyBytes = 0 }: CallRow): boolean =>
  file !== undefined || bodyBytes > largeBody.freeBytes;

function gateOf({ deps, entered, knowKey, knowRunner }: GateParts): Gate {
  const largeTurns = new FairTurns(largeBodies);

  return {
    enter: async (access, row, request, reply) => {
      // The header must go, because Fastify refuses content types that it cannot parse even if the body is never read.
      if (!row.body && !row.file) delete request.raw.headers['content-type'];
      const admitted = await entered({ access, row, request, reply });
      request.entered = admitted;
      request.enteredAtMs = performance.now();

      const ownerGroup = admitted.caller?.owner_group;
      if (mayBeLarge(row) && ownerGroup !== undefined) {
        request.largeBody = {
          ...largeBody,
          takePlace: () =>
            takeLastingTurn(largeTurns, ownerGroup, reply, deps.closing, tooManyLarge),
        };
      }
    },
    enterAgain: async (access, row, request) => {
      if (performance.now() - request.enteredAtMs < bodyIsLateMs) return;
      if (access.by === 'key') await knowKey(request);
      else if (access.by === 'session' && !request.entered?.operator)
        request.entered = await sessionAgain(deps, access, { row, request });
    },
    knowKey,
    refuseStranger: async (request) => {
      if (isBelow('/admin/v1', request.url)) checkOperator(request, deps.adminToken);
      else if (isBelow('/runner/v1', request.url)) await knowRunner(request);
      else if (isBelow('/v1', request.url)) await knowKey(request);
      else return;
      throw absenceOf(request);
    },
  };
}

/** Throws Fault INVALID_API_KEY. */
type AdmitRequest = (request: FastifyRequest, options: AdmitOptions) => Promise<Admission>;

interface Entering {
  readonly access: Access;
  readonly row: CallRow;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type KeyAccess = Extract<Access, { readonly by: 'key' }>;

/** Admits a call with an API key. Throws Fault INVALID_API_KEY, INSUFFICIENT_SCOPE or RATE_LIMITED. */
async function byKey(
  admit: AdmitRequest,
  { scope, alsoReads }: KeyAccess,
  { row, request }: Pick<Entering, 'row' | 'request'>,
): Promise<Admission> {
  const options = { scope, countJobs: row === calls.createJob };
  const caller = await admit(request, options);
  request.asking = askingOf(caller);

  const missing = caller.in_scope ? alsoReads && !caller.reads_jobs && 'jobs:read' : scope;
  if (missing) throw lacksScope(missing);

  if (caller.remaining === null) throw new Fault('RATE_LIMITED', caller.workspace_id);
  return caller;
}

const tooCostly = ({ workspace_id }: Admission): Fault =>
  new Fault('RATE_LIMITED', `costly calls of ${workspace_id}`, {
    text: 'Too many calls of this workspace start or send something. Wait a minute and try again.',
  });

function bucketRates(deps: HttpDeps): BucketRates {
  const entries = Object.values(deps.domain.plans).map((plan) => [
    plan.name,
    { perSecond: plan.limits.max_requests_per_minute / 60, burst: plan.burst },
  ]);
  return Object.fromEntries(entries) as BucketRates;
}

/** Throws Fault INVALID_API_KEY. */
function checkOperator(request: FastifyRequest, adminToken: string): void {
  if (carriesToken(request, adminToken)) return;
  throw new Fault('INVALID_API_KEY', 'operator token', {
    text: 'The operator token is missing or wrong.',
  });
}

type EnteringBySession = Omit<Entering, 'access'> & { readonly limits: SessionLimits };

/**
 * Admits a call with a session. Throws Fault SIGN_IN_REQUIRED, INSUFFICIENT_SCOPE, RATE_LIMITED, or NOT_FOUND for a
 * workspace that the user does not belong to.
 */
async function bySession(
  deps: HttpDeps,
  access: SessionAccess,
  { row, request, reply, limits }: EnteringBySession,
): Promise<Entered> {
  void reply.header('Cache-Control', 'no-store');
  const { role } = access;
  const takesToken = role === 'operator' || row === calls.signUp;
  if (takesToken && /^bearer /i.test(request.headers.authorization ?? '')) {
    // Host and origin need no check, because a browser never sends the operator's token on its own. The token is used
    // from the command line if the operator forgot the password.
    checkOperator(request, deps.adminToken);
    return { ...anonymous, operator: true };
  }

  checkHost(deps.publicUrl, request);
  const asking = { row, cookie: request.headers.cookie, workspaceId: workspaceOf(request) };
  const endLookup = role === 'anyone' ? () => undefined : limits.startLookup(asking);
  try {
    return await bySessionCookie(deps, access, { row, request, reply, limits, asking });
  } finally {
    endLookup();
  }
}

/** Throws as `bySession`. */
async function bySessionCookie(
  deps: HttpDeps,
  access: SessionAccess,
  { row, request, reply, limits, asking }: EnteringBySession & { readonly asking: SessionCall },
): Promise<Entered> {
  const { role } = access;
  const session = await knownSession(deps, role, request);
  setCookies(deps.publicUrl, { request, reply }, session?.cookies ?? []);
  checkOrigin(deps.publicUrl, request);

  if (session && !isOfWorkspace(role) && role !== 'anyone')
    limits.take(session.user.id, { ...asking, workspaceId: '' });

  checkIsOperator(role, session);
  if (!session || !isOfWorkspace(role)) return { ...anonymous, session };
  const memberWorkspace = await membership(deps, session, { row, request });
  if (memberWorkspace) request.asking = askingOf({ ...memberWorkspace, ...noKey });

  // A call to a workspace that the user does not belong to counts towards the user's calls outside any workspace.
  limits.take(session.user.id, { ...asking, workspaceId: memberWorkspace?.workspace_id ?? '' });
  return { ...anonymous, session, ...inWorkspace(role, session, memberWorkspace) };
}

/** What `bySession` returned, as it is by now. Throws as `bySession`, but never Fault RATE_LIMITED. */
async function sessionAgain(
  deps: HttpDeps,
  { role }: SessionAccess,
  { row, request }: Pick<Entering, 'row' | 'request'>,
): Promise<Entered> {
  const session = await knownSession(deps, role, request);
  checkIsOperator(role, session);
  if (!session || !isOfWorkspace(role)) return { ...anonymous, session };

  const memberWorkspace = await membership(deps, session, { row, request });
  return { ...anonymous, session, ...inWorkspace(role, session, memberWorkspace) };
}

type SessionRole = SessionAccess['role'];

const isOfWorkspace = (role: SessionRole): role is MemberRole =>
  role === 'member' || role === 'owner';

/** Null if there is no session and none is needed. Throws Fault SIGN_IN_REQUIRED. */
async function knownSession(
  { accounts }: HttpDeps,
  role: SessionRole,
  request: FastifyRequest,
): Promise<SignedIn | null> {
  const session = await accounts.signedIn(webHeaders(request));
  if (!session && role !== 'anyone') throw new Fault('SIGN_IN_REQUIRED', request.url);
  return session;
}

/** Throws Fault INSUFFICIENT_SCOPE if a call is for the operator and the session is another person's. */
function checkIsOperator(role: SessionRole, session: SignedIn | null): void {
  if (role !== 'operator' || session?.user.operator) return;
  throw new Fault('INSUFFICIENT_SCOPE', `${session?.user.id}`, {
    text: 'Only the operator may do this.',
  });
}

/** The workspace named in the path; empty for calls outside any workspace. */
const workspaceOf = (request: FastifyRequest): string =>
  (request.params as Record<string, string | undefined>).workspace ?? '';

function membership(
  { domain }: HttpDeps,
  { user }: SignedIn,
  { row, request }: Pick<Entering, 'row' | 'request'>,
): Promise<MemberWorkspace | undefined> {
  const id = workspaceOf(request);
  if (!isId(id)) return Promise.resolve(undefined);
  return findMemberWorkspace(domain.db, id, user.id, row === calls.createJob);
}

/** Checks that the user has the required role in the workspace. Throws Fault NOT_FOUND or INSUFFICIENT_SCOPE. */
function inWorkspace(
  requiredRole: MemberRole,
  { user }: SignedIn,
  memberWorkspace: MemberWorkspace | undefined,
): { caller: Admission; role: MemberRole } {
  if (!memberWorkspace) throw new Fault('NOT_FOUND', 'workspace', { text: noWorkspace });

  const { role, ...workspace } = memberWorkspace;
  if (requiredRole === 'owner' && role !== 'owner') {
    throw new Fault('INSUFFICIENT_SCOPE', `${user.id} in ${workspace.workspace_id}`, {
      text: 'Only an owner of this workspace may do this.',
    });
  }

  // Only an owner may read the secret, just as only an owner may create keys.
  const webhook_secret = role === 'owner' ? workspace.webhook_secret : null;
  return {
    caller: {
      ...workspace,
      webhook_secret,
      ...noKey,
      in_scope: true,
      reads_jobs: true,
      remaining: null,
    },
    role,
  };
}

const noKey = { key_id: null, key_name: null } as const;

const askingOf = (caller: Pick<Admission, 'workspace_id' | 'owner_group' | 'key_id'>): Asking => ({
  workspaceId: caller.workspace_id,
  ownerGroup: caller.owner_group,
  keyId: caller.key_id,
});

const noWorkspace = 'There is no such workspace.';

/** The request's headers as the `Headers` object that the sign-in library reads. */
export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const name of ['cookie', 'content-type', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}
