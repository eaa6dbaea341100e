/**
 * The endpoint `/mcp`, which offers the assistants' tools over HTTP. Each call that a tool makes goes through this same
 * app with the caller's key and address, so authorization, limits, charges and audit are the same as for the API.
 */
import { Readable } from 'node:stream';
import { Fault } from '@reelsight/contract';
import {
  createHttpHandler,
  type HttpHandler,
  type Requester,
  type ShowOrder,
  type ShowOutcome,
  shownResults,
} from '@reelsight/mcp';
import { shownAnswer } from '@reelsight/mcp/views';
import { type Client, createClient } from '@reelsight/sdk';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TokenBuckets } from '../network/token-buckets.ts';
import { untilAborted } from '../network/until-aborted.ts';
import { SizedThreads } from '../threads/sized-threads.ts';
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';
import type { AssistantsThread } from './assistants-thread.ts';
import { readBody } from './body.ts';
import type { HttpDeps } from './call.ts';
import { acrossWorkspaces, workspacesAtOnce } from './call-limits.ts';
import { checkHost, isOwnOrigin } from './console/origin.ts';
import { faultOf } from './faults.ts';
import type { Gate } from './gate.ts';
import { missingKey } from './key-faults.ts';
import { leftOr } from './request.ts';
import { SizedTurns } from './sized-turns.ts';

const path = '/mcp';
const messageBytes = 65_536;
/**
 * Limits how many results and lists of corrections are read at once, of small jobs and of large ones each, so that no
 * owner keeps the threads that parse them to itself.
 */
const readsAtOnce = { atOnce: 2, perGroup: 1 } as const;
/**
 * Fraction of all places that is open to owners who already have a request in progress, in any of their workspaces; the
 * rest is reserved for owners who have none.
 */
const sharedPart = 0.75;
/** Answers of up to this many bytes are parsed here, in a few milliseconds; larger ones in a thread. */
const fewBytes = 200_000;
const threadEntry = new URL('./assistants-thread.ts', import.meta.url);

export function addAssistants(app: FastifyInstance, deps: HttpDeps, gate: Gate): void {
  if (!deps.assistants.enabled) return;

  const handler = createHttpHandler({
    version: deps.version,
    onFault: (error) => deps.onFault(faultOf(error), path),
  });
  const places = new Places(deps.assistants.limits);
  const reads = new SizedTurns(readsAtOnce);
  const threads = new SizedThreads(
    () => new WorkerThread<AssistantsThread>(threadEntry, limitsOfResults),
  );

  app.addHook('preClose', async () => {
    await handler.close();
    await threads.close();
  });
  // Registered in a scope of its own, because bodies sent to `/mcp` have a different size limit.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) =>
      readBody(payload, done, messageBytes),
    );
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: path,
      exposeHeadRoute: false,
      onRequest: async (request, reply) => {
        void reply.header('Cache-Control', 'no-store');
        // Checked before any of the body is read.
        checkPage(deps, request);
        await admit(gate, request, reply);
      },
      // A place is taken only once the body has arrived; otherwise bodies that arrive slowly would hold all places.
      preHandler: async (request, reply) => {
        const { workspaceId: workspace = '', ownerGroup: group = '' } = request.asking ?? {};
        places.take({ workspace, group }, request, reply);
      },
      handler: async (request, reply) => {
        const message = messageOf(request);
        if (message instanceof Refused) return reply.code(400).send(message.body);
        return answer({ app, deps, handler, reads, threads, places }, { request, reply, message });
      },
    });
  });
}

/**
 * Throws Fault INSUFFICIENT_SCOPE for a request from a page of another site. Clients other than browsers send no
 * Origin.
 */
function checkPage({ assistants, publicUrl }: HttpDeps, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin === undefined || assistants.origins.includes(origin)) return;
  checkHost(publicUrl, request);
  if (isOwnOrigin(publicUrl, request)) return;
  throw new Fault('INSUFFICIENT_SCOPE', `origin ${origin}`, {
    text: 'Pages of this site may not use /mcp. The operator can allow it: REELSIGHT_MCP_ORIGINS.',
  });
}

/**
 * Sets `request.asking` by the key, which may also be sent as a bearer token because some clients can set only the
 * Authorization header. Throws Fault INVALID_API_KEY.
 */
async function admit(gate: Gate, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { headers } = request;
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  // An empty header counts as missing.
  headers['x-api-key'] ||= bearer ?? '';

  try {
    if (headers['x-api-key'] === '') throw missingKey(request, 'headerOrBearer');
    await gate.knowKey(request);
  } catch (error) {
    if (error instanceof Fault && error.status === 401)
      void reply.header('WWW-Authenticate', 'Bearer realm="reelsight"');
    throw error;
  }
}

/** Who makes a request: a workspace, and the group of its owner (`ownerGroup`). */
interface Asker {
  readonly workspace: string;
  readonly group: string;
}

/**
 * Limits the requests in progress, in all, per workspace and per owner, because each may wait half a minute for a job,
 * and how often messages are sent, because each takes milliseconds of the only thread.
 */
class Places {
  readonly #limits: HttpDeps['assistants']['limits'];
  readonly #messages: TokenBuckets;
  readonly #messagesOfGroups: TokenBuckets;
  readonly #ofWorkspaces = new Counts();
  readonly #ofGroups = new Counts();
  /** For each request, the calls it has made that are still in progress. */
  readonly #calls = new WeakMap<FastifyRequest, Set<Promise<unknown>>>();
  #all = 0;

  constructor(limits: HttpDeps['assistants']['limits']) {
    this.#limits = limits;
    this.#messages = new TokenBuckets(limits.messages);
    this.#messagesOfGroups = new TokenBuckets(acrossWorkspaces(limits.messages));
  }

  /**
   * Counts the request as in progress until its calls have ended and its answer has been sent or its connection has
   * closed. Throws Fault RATE_LIMITED, or REQUEST_TIMEOUT for a client that has already left: its connection would
   * never close again, so the request would be counted forever.
   */
  take(asker: Asker, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.raw.destroyed) throw new Fault('REQUEST_TIMEOUT', 'the client has gone');

    const { workspace, group } = asker;
    const { ofWorkspace, all: maxPlaces } = this.#limits;
    const usedPlaces = this.#ofWorkspaces.of(workspace);
    const placesOfGroup = this.#ofGroups.of(group);
    const usablePlaces = placesOfGroup === 0 ? maxPlaces : maxPlaces * sharedPart;
    const hasItsShare =
      usedPlaces >= ofWorkspace || placesOfGroup >= workspacesAtOnce * ofWorkspace;
    if (hasItsShare || this.#all >= usablePlaces) {
      throw new Fault('RATE_LIMITED', `${workspace} has ${usedPlaces} of ${this.#all}`, {
        text: 'Too many requests to /mcp at the same time. Wait for the answers of earlier ones.',
        retryAfterSeconds: 5,
      });
    }

    if (!this.#messagesOfGroups.take(group) || !this.#messages.take(workspace))
      throw new Fault('RATE_LIMITED', `messages of ${workspace}`);
    this.#count(asker, 1);

    const calls = new Set<Promise<unknown>>();
    this.#calls.set(request, calls);
    reply.raw.once('close', () => {
      void Promise.allSettled(calls).then(() => this.#count(asker, -1));
    });
  }

  /** Keeps the request counted as in progress until the call has ended. */
  keep<T>(request: FastifyRequest, call: Promise<T>): Promise<T> {
    const calls = this.#calls.get(request);
    calls?.add(call);
    const forgetCall = () => void calls?.delete(call);
    call.then(forgetCall, forgetCall);
    return call;
  }

  #count({ workspace, group }: Asker, by: 1 | -1): void {
    this.#ofWorkspaces.add(workspace, by);
    this.#ofGroups.add(group, by);
    this.#all += by;
  }
}

/** Counts by name; forgets names whose count is 0. */
class Counts {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, by: number): void {
    const count = this.of(name) + by;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }
}

class Refused {
  readonly body: object;

  constructor(code: number, message: string) {
    this.body = { jsonrpc: '2.0', error: { code, message }, id: null };
  }
}

/**
 * Parses the body; undefined if the request has none. Only one message per request is accepted, because a batch of
 * messages would bypass the limits.
 */
function messageOf({ method, body }: FastifyRequest): unknown {
  if (method !== 'POST') return undefined;
  try {
    const message: unknown = JSON.parse(String(body ?? ''));
    return Array.isArray(message) ? new Refused(-32600, 'Send one message a request.') : message;
  } catch {
    return new Refused(-32700, 'The body is not valid JSON.');
  }
}

interface Mounted {
  readonly app: FastifyInstance;
  readonly deps: HttpDeps;
  readonly handler: HttpHandler;
  readonly reads: SizedTurns;
  readonly threads: SizedThreads<WorkerThread<AssistantsThread>>;
  readonly places: Places;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly message: unknown;
}

async function answer(
  mounted: Mounted,
  { request, reply, message }: Exchange,
): Promise<FastifyReply> {
  const { signal } = leftOr(reply, [mounted.deps.closing]);
  const webRequest = new Request(`http://localhost${path}`, {
    method: request.method,
    headers: headersOf(request),
    signal,
  });
  const response = await mounted.handler.answer(webRequest, requesterOf(mounted, request), message);
  void reply.code(response.status);
  for (const [name, value] of response.headers) void reply.header(name, value);

  if (response.body === null) return reply.send();
  return reply.send(Readable.fromWeb(response.body as never));
}

function headersOf({ headers }: FastifyRequest): Headers {
  const webHeaders = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && /^(accept|content-type|last-event-id|mcp-.+)$/.test(name))
      webHeaders.set(name, value);
  return webHeaders;
}

/** Makes API calls that stay within the process but are treated as if the caller had sent them. */
function requesterOf(mounted: Mounted, request: FastifyRequest): Requester {
  const { deps, reads, places } = mounted;
  const send = sender(async (call) => {
    const answered = await untilAborted(
      places.keep(request, sent(mounted, request, call)),
      call.signal,
    );
    return responseOf(answered);
  });

  return {
    client: clientOf(request, send),

    showElsewhere: async ({ jobId, reads: what, ...part }, signal) => {
      // The client receives what the view shows in place of what it reads, and handles everything else as for any call.
      const sendAndShow = sender(async (call) => {
        const group = request.asking?.ownerGroup ?? '';
        const inTurn = async (): Promise<Response> => {
          const turns = await reads.of(deps.domain.db, jobId);
          return turns.run(group, call.signal, () => sentAndShown(mounted, request, call, part));
        };
        return untilAborted(places.keep(request, inTurn()), call.signal);
      });
      const client = clientOf(request, sendAndShow);
      const outcome: unknown =
        what === 'corrections'
          ? await client.jobs.corrections.list(jobId, { signal })
          : await client.jobs.get(jobId, { ...shownResults, signal });

      return outcome as ShowOutcome;
    },
  };
}

async function sentAndShown(
  mounted: Mounted,
  request: FastifyRequest,
  call: Request,
  part: Pick<ShowOrder, 'view' | 'args'>,
): Promise<Response> {
  const answered = await sent(mounted, request, call);
  if (answered.statusCode !== 200) return responseOf(answered);

  const { bytes } = answered;
  if (bytes.length <= fewBytes)
    return Response.json({ data: shownAnswer({ ...part, answer: bytes }) });

  const thread = mounted.threads.for(bytes.length);
  const order = { ...part, answer: bytes };
  // The buffer need not be copied first: one of this size shares its memory with no other.
  const transfer = [bytes.buffer as ArrayBuffer];
  const data = await thread.run('show', order, call.signal, { transfer });

  return Response.json({ data });
}

const sender =
  (send: (call: Request) => Promise<Response>): typeof fetch =>
  (input, init) =>
    send(new Request(input, init));

/** Returns an API client that sends its calls through a function, with the caller's key. */
function clientOf({ headers }: FastifyRequest, send: typeof fetch): Client {
  return createClient({
    baseUrl: 'http://localhost',
    apiKey: String(headers['x-api-key']),
    fetch: send,
    // A call within the process cannot get lost, so it need not be repeated.
    maxRetries: 0,
  });
}

type Answered = Awaited<ReturnType<typeof sent>>;

/** Sends a call within the process, as the caller who made the request to `/mcp`. */
async function sent({ app }: Mounted, { headers, ip }: FastifyRequest, call: Request) {
  const { pathname, search } = new URL(call.url);
  const body = Buffer.from(await call.arrayBuffer());

  call.signal.throwIfAborted();
  const answered = await app.inject({
    method: call.method as 'GET',
    url: pathname + search,
    headers: { ...Object.fromEntries(call.headers), host: headers.host ?? 'localhost' },
    remoteAddress: ip,
    // A waiting call ends when its caller disconnects. Any other call runs to completion.
    ...(call.headers.has('prefer') && { signal: call.signal }),
    ...(body.length > 0 && { payload: body }),
    // Otherwise the whole answer is decoded to text as well, all at once.
    payloadAsStream: true,
  });
  const chunks: Buffer[] = await answered.stream().toArray();
  // The simulated socket of an in-process request takes one piece of the answer per turn of the event loop, so a large
  // answer would take hundreds of turns.
  answered.raw.res.socket?.destroy();

  const { statusCode, headers: answerHeaders } = answered;
  return { statusCode, headers: answerHeaders, bytes: Buffer.concat(chunks) };
}

const responseOf = ({ statusCode, bytes, headers }: Answered): Response =>
  new Response(statusCode === 204 ? null : new Uint8Array(bytes), {
    status: statusCode,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  });
