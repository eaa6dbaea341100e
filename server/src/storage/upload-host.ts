/** Takes uploads straight from clients in files mode: one signed PUT a file, streamed to disk, past the API. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import type { FilesStorage } from './files.ts';
import type { StorageKey } from './storage-key.ts';
import { parseUploadKey, verifyUploadUrl } from './upload-url.ts';

export interface UploadLimits {
  /** A connection on which nothing moves is closed. */
  readonly idleMs: number;
  /** Longest time one upload may take. */
  readonly totalMs: number;
  readonly headersMs: number;
  /** Concurrent uploads; more are asked to retry later. */
  readonly uploads: number;
  readonly connections: number;
}

export const defaultUploadLimits: UploadLimits = {
  idleMs: 60_000,
  totalMs: 2 * 3_600_000,
  headersMs: 10_000,
  uploads: 64,
  connections: 1_000,
};

export interface UploadHostOptions {
  readonly storage: Pick<FilesStorage, 'create' | 'head'>;
  readonly signingSecret: string;
  /** Origin whose pages may upload; `*` is safe too, as each URL carries its own authority. */
  readonly allowOrigin: string;
  readonly now: () => number;
  readonly newRequestId: () => string;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
  readonly limits?: Partial<UploadLimits>;
}

export interface UploadHost {
  /** The caller makes it listen. */
  readonly server: Server;
  /** Takes no more connections, lets uploads under way finish for `limitMs`, then cuts them. */
  close(limitMs: number): Promise<void>;
}

// A client that lost its connection may reconnect before the dead connection is noticed: two writers a key, no more.
const writersPerKey = 2;
// After a refusal the rest of the body is read for this long, so that the answer is not lost in a reset.
const lingerMs = 2_000;

export function createUploadHost(options: UploadHostOptions): UploadHost {
  const limits = { ...defaultUploadLimits, ...options.limits };
  const uploads = new UploadsUnderWay(limits.uploads);
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response, { ...options, limits, uploads });
  const server = createServer({
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
    requestTimeout: 0,
  });
  server.on('request', handle);
  // With `Expect: 100-continue` a refusal is sent before the body.
  server.on('checkContinue', handle);
  server.timeout = limits.idleMs;
  server.maxConnections = limits.connections;
  return { server, close: (limitMs) => closeServer(server, limitMs) };
}

interface Context extends UploadHostOptions {
  readonly limits: UploadLimits;
  readonly uploads: UploadsUnderWay;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
): Promise<void> {
  const requestId = context.newRequestId();
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('Access-Control-Allow-Origin', context.allowOrigin);
  response.setHeader('Access-Control-Expose-Headers', 'ETag, X-Request-Id');
  if (request.method === 'OPTIONS') return preflight(response);
  try {
    const etag = await receive(request, response, context);
    response.writeHead(200, { ETag: `"${etag}"`, 'Content-Length': 0, Connection: 'close' }).end();
  } catch (error) {
    const fault = error instanceof Fault ? error : new Fault('INTERNAL_ERROR', String(error));
    const { code, detail } = fault;
    const cut = request.destroyed && !request.complete;
    context.log(cut ? 'upload cut off' : 'upload refused', { requestId, code, detail });
    if (!cut) await refuse(request, response, fault, requestId);
  }
}

function preflight(response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'PUT',
    'Access-Control-Allow-Headers': 'content-type',
    'Access-Control-Max-Age': 600,
  });
  response.end();
}

/** Stores the body of one PUT and returns its ETag; every way to go wrong is a Fault and stores nothing. */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
): Promise<string> {
  const { key, sizeBytes } = permit(request, context);
  checkLength(request, sizeBytes);
  if (await context.storage.head(key)) throw new Fault('UPLOAD_EXISTS', key);
  using _slot = context.uploads.enter(key);
  if (request.headers.expect !== undefined) response.writeContinue();
  // The request must survive a refusal, or there is nothing left to answer on.
  const body = request.iterator({ destroyOnReturn: false });
  const limit = AbortSignal.timeout(context.limits.totalMs);
  try {
    const stored = await context.storage.create(key, body, sizeBytes, limit);
    return stored.etag;
  } catch (error) {
    if (limit.aborted) throw new Fault('UPLOAD_REFUSED', 'took too long', { cause: error });
    throw error;
  }
}

/** What the URL allows, once method, path and signature hold. */
function permit(
  request: IncomingMessage,
  context: Context,
): { key: StorageKey; sizeBytes: number } {
  if (request.method !== 'PUT') throw new Fault('METHOD_NOT_ALLOWED', String(request.method));
  const [path = '', query] = (request.url ?? '').split('?', 2);
  const target = parseUploadKey(path.slice(1));
  if (!target) throw new Fault('NOT_FOUND', 'not an upload key');
  const contentType = (request.headers['content-type'] ?? '').trim().toLowerCase();
  const claim = { key: target.key, contentType, query: new URLSearchParams(query) };
  const terms = verifyUploadUrl(context.signingSecret, claim, context.now());
  if (!terms) throw new Fault('UPLOAD_REFUSED', 'bad or expired signature, or another type');
  return terms;
}

/** Refuses by Content-Length what would be refused at the end; a chunked body is counted as it arrives. */
function checkLength(request: IncomingMessage, sizeBytes: number): void {
  const announced = request.headers['content-length'];
  if (announced === undefined) return;
  const detail = `${announced} bytes announced, ${sizeBytes} signed`;
  if (Number(announced) > sizeBytes) throw new Fault('UPLOAD_TOO_LARGE', detail);
  if (Number(announced) < sizeBytes) throw new Fault('UPLOAD_SIZE_MISMATCH', detail);
}

async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault,
  requestId: string,
): Promise<void> {
  const body = JSON.stringify({
    error: { code: fault.code, message: fault.message },
    meta: { request_id: requestId },
  });
  if (fault.code === 'METHOD_NOT_ALLOWED') response.setHeader('Allow', 'PUT, OPTIONS');
  if (fault.code === 'SERVICE_UNAVAILABLE') response.setHeader('Retry-After', '60');
  response.writeHead(fault.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  if (request.method !== 'HEAD') response.write(body);
  await drain(request);
  response.end();
}

async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete) return;
  const over = new AbortController();
  const ended = new Promise<void>((resolve) => {
    request.once('end', resolve).once('close', resolve).once('error', resolve).resume();
  });
  await Promise.race([ended, sleep(lingerMs, undefined, { signal: over.signal })]);
  over.abort();
}

/** Counts the uploads under way, in all and by key. */
class UploadsUnderWay {
  readonly #limit: number;
  readonly #keys: StorageKey[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  enter(key: StorageKey): Disposable {
    if (this.#keys.filter((other) => other === key).length >= writersPerKey) {
      throw new Fault('UPLOAD_EXISTS', `${key} is being written`);
    }
    if (this.#keys.length >= this.#limit) {
      throw new Fault('SERVICE_UNAVAILABLE', `${this.#limit} uploads under way`);
    }
    this.#keys.push(key);
    return { [Symbol.dispose]: () => this.#keys.splice(this.#keys.indexOf(key), 1) };
  }
}

async function closeServer(server: Server, limitMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), limitMs);
  await closed;
  clearTimeout(cut);
}
