/**
 * Receives uploads directly from clients if objects are stored as files: one signed PUT per file, streamed to disk
 * without passing through the API.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import {
  type ConnectionLimits,
  checkMs,
  limitConnections,
  type RequestPlaces,
  tooManyAtOnce,
} from '../network/connection-limits.ts';
import { type AllowedOrigins, originHeaders } from '../network/cross-origin.ts';
import type { DiskWatch } from './disk-watch.ts';
import type { FilesStorage } from './files.ts';
import { type LeastRate, paced } from './least-rate.ts';
import type { StoredObject } from './storage.ts';
import type { StorageKey } from './storage-key.ts';
import { type Upload, UploadSlots } from './upload-slots.ts';
import { parseUploadKey, verifyUploadUrl } from './upload-url.ts';

export interface UploadLimits extends ConnectionLimits {
  /** Maximum duration of one upload. */
  readonly totalMs: number;
  /** Maximum number of concurrent uploads; further clients are asked to retry later. */
  readonly uploads: number;
  /** Minimum rate of an upload; a slower upload is ended. */
  readonly leastRate: LeastRate;
  /** While there is no room for more uploads, a slower upload may be ended to make room for another group. */
  readonly busyRate: LeastRate;
}

/** Two hours: twice as long as an upload may take over a connection of 0.6 Mbit/s. */
const totalMs = 2 * 3_600_000;

/** Defaults for tests and standalone programs; the service takes these values from its settings. */
export const defaultUploadLimits: UploadLimits = {
  idleMs: 60_000,
  totalMs,
  headersMs: 10_000,
  uploads: 192,
  leastRate: { bytesPerSecond: 8192, overMs: 30_000 },
  busyRate: { bytesPerSecond: 100_000, overMs: 5_000 },
  connections: 1_000,
  connectionsOfBlock: 1_000,
  connectionsOfWideBlock: 1_000,
  trustedProxies: [],
};

export type OnUpload = (outcome: 'stored' | 'refused' | 'cut_off', bytes: number) => void;

export interface UploadHostOptions {
  readonly storage: Pick<FilesStorage, 'create' | 'head' | 'delete'>;
  readonly signingSecret: string;
  /** Origins whose pages may upload. `*` is safe too, because the signed URL is the permission. */
  readonly allowedOrigins: AllowedOrigins;
  readonly now: () => number;
  readonly newRequestId: () => string;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
  readonly limits?: Partial<UploadLimits>;
  /** If absent, the disk is not watched. */
  readonly disk?: Pick<DiskWatch, 'checkFloor'>;
  /** Called with the outcome of each upload, and with the number of bytes for which its URL was signed. */
  readonly onUpload?: OnUpload;
  /** Finds the group that a workspace's uploads are counted in; each workspace is its own group if absent. */
  readonly groupOf?: (workspace: string) => Promise<string>;
  /** Whether a file may still be stored under a key whose URL is valid; always if absent. */
  readonly mayStore?: (key: StorageKey) => Promise<boolean>;
  /** Called when an upload has been stored completely. False if nothing needs the file any more: then it is deleted. */
  readonly onStored?: (key: StorageKey) => Promise<boolean>;
}

export interface UploadHost {
  /** The server, which the caller must start with `listen`. */
  readonly server: Server;
  /** Accepts no more connections, lets uploads in progress continue for `limitMs`, then aborts them. */
  close(limitMs: number): Promise<void>;
}

// How long the rest of the body is still read after a refusal: if the connection were reset at once, the client might
// not receive the answer.
const lingerMs = 2_000;
/** How often an upload in progress checks the disk. */
const diskMs = 1_000;
const slowText = { text: 'The upload is too slow and was ended. Send the file again.' };

export function createUploadHost(options: UploadHostOptions): UploadHost {
  const limits = { ...defaultUploadLimits, ...options.limits };
  const uploads = new UploadSlots(limits.uploads, limits.busyRate);
  const server = createServer({
    connectionsCheckingInterval: checkMs(limits),
    requestTimeout: 0,
  });
  const places = limitConnections(server, limits);
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response, { ...options, limits, uploads, places });
  server.on('request', handle);
  // A client that sends `Expect: 100-continue` gets a refusal before it sends the body.
  server.on('checkContinue', handle);

  return { server, close: (limitMs) => closeServer(server, limitMs) };
}

interface Context extends UploadHostOptions {
  readonly limits: UploadLimits;
  readonly uploads: UploadSlots;
  readonly places: RequestPlaces;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
): Promise<void> {
  const requestId = context.newRequestId();
  response.setHeader('X-Request-Id', requestId);

  const corsHeaders = originHeaders(context.allowedOrigins, request.headers.origin);
  for (const [name, value] of Object.entries(corsHeaders)) response.setHeader(name, value);
  response.setHeader('Access-Control-Expose-Headers', 'ETag, Retry-After, X-Request-Id');

  if (request.method === 'OPTIONS') return preflight(response);
  try {
    const etag = await receive(request, response, context);
    response.writeHead(200, { ETag: `"${etag}"`, 'Content-Length': 0, Connection: 'close' }).end();
  } catch (error) {
    const fault = error instanceof Fault ? error : new Fault('INTERNAL_ERROR', String(error));
    const { code, detail } = fault;
    const isCutOff = request.destroyed && !request.complete;
    context.onUpload?.(isCutOff ? 'cut_off' : 'refused', 0);
    const logFields = { requestId, method: request.method, code, detail };

    if (isCutOff) context.log('upload cut off', logFields);
    else context.log('upload refused', { ...logFields, status: fault.status });

    if (!isCutOff) await refuse(request, response, fault, requestId);
  }
}

function preflight(response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'PUT',
    'Access-Control-Allow-Headers': 'content-type',
    'Access-Control-Max-Age': 600,
    // Every answer of this server has this header, so that no proxy reuses a connection and sends a file over it just
    // when it closes.
    Connection: 'close',
  });
  response.end();
}

/** Stores the body of one PUT and returns its ETag; on any failure throws a Fault and stores nothing. */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
): Promise<string> {
  if (!context.places.enter(request, response))
    throw new Fault('RATE_LIMITED', 'requests in progress from one network', tooManyAtOnce);

  const { key, sizeBytes, workspace } = permit(request, context);
  checkLength(request, sizeBytes);

  if (await context.storage.head(key)) throw new Fault('UPLOAD_EXISTS', key);
  if (!(await mayStore(key, context))) throw voidUrl(key);
  await context.disk?.checkFloor(sizeBytes);

  const group = await groupOf(workspace, context);
  using upload = context.uploads.enter(key, group);
  if (request.headers.expect !== undefined) response.writeContinue();

  const { etag } = await store(request, upload, sizeBytes, context);
  context.onUpload?.('stored', sizeBytes);
  // The file stays stored even if recording its arrival fails; code that needs the record then queries the storage
  // itself.
  const isNeeded = await context.onStored?.(key).catch((error: unknown) => {
    context.log('stored upload not noted', { key, error: String(error) });
  });

  if (isNeeded === false) {
    await context.storage.delete(key);
    throw voidUrl(key);
  }

  return etag;
}

const voidUrl = (key: StorageKey): Fault =>
  new Fault('UPLOAD_REFUSED', key, {
    text: 'The upload of this URL was deleted or used by a job. Ask for a new URL.',
  });

/** True if that cannot be found out, because the signed URL is a permission too. */
async function mayStore(key: StorageKey, context: Context): Promise<boolean> {
  if (!context.mayStore) return true;

  return context.mayStore(key).catch((error: unknown) => {
    context.log('upload not looked up', { key, error: String(error) });
    return true;
  });
}

/** The group in which uploads of the workspace are counted: the workspace itself if the group cannot be found. */
async function groupOf(workspace: string, context: Context): Promise<string> {
  if (!context.groupOf) return workspace;

  return context.groupOf(workspace).catch((error: unknown) => {
    context.log('group of an upload not found', { workspace, error: String(error) });
    return workspace;
  });
}

/**
 * Stores the body. Ends the upload early if it takes too long, makes almost no progress, would fill the disk, or has to
 * make room for another.
 */
async function store(
  request: IncomingMessage,
  upload: Upload,
  sizeBytes: number,
  { storage, limits, disk }: Context,
): Promise<StoredObject> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, upload.displaced]);
  const late = () => stop.abort(new Fault('UPLOAD_REFUSED', 'took too long'));
  const slow = () => stop.abort(new Fault('REQUEST_TIMEOUT', 'below the least rate', slowText));
  const look = () => void disk?.checkFloor().catch((fault: unknown) => stop.abort(fault));
  const timers = [setTimeout(late, limits.totalMs), setInterval(look, diskMs)];
  // The iterator must not destroy the request; otherwise there would be no connection left on which to send a refusal.
  const body = request.iterator({ destroyOnReturn: false });

  try {
    return await storage.create(
      upload.key,
      upload.measured(paced(body, limits.leastRate, slow, signal)),
      sizeBytes,
      signal,
    );
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** Checks method, path and signature, and returns what the URL permits. */
function permit(
  request: IncomingMessage,
  context: Context,
): { key: StorageKey; sizeBytes: number; workspace: string } {
  if (request.method !== 'PUT') {
    throw new Fault('METHOD_NOT_ALLOWED', String(request.method), {
      text: 'The upload host does not accept this method; send the file with PUT.',
    });
  }

  const [path = '', query] = (request.url ?? '').split('?', 2);
  const target = parseUploadKey(path.slice(1));
  if (!target) throw new Fault('NOT_FOUND', 'not an upload key');

  const contentType = (request.headers['content-type'] ?? '').trim().toLowerCase();
  const claim = { key: target.key, contentType, query: new URLSearchParams(query) };
  const terms = verifyUploadUrl(context.signingSecret, claim, context.now());
  if (!terms) throw new Fault('UPLOAD_REFUSED', 'bad or expired signature, or another type');

  return { ...terms, workspace: target.tenantId };
}

/**
 * Uses Content-Length, if present, to refuse a wrong length at once; otherwise the bytes are counted as they arrive.
 */
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
  if (fault.status === 503 || fault.status === 429) response.setHeader('Retry-After', '60');

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
  const requestEnd = new Promise<void>((resolve) => {
    request.once('end', resolve).once('close', resolve).once('error', resolve).resume();
  });
  await Promise.race([requestEnd, sleep(lingerMs, undefined, { signal: over.signal })]);
  over.abort();
}

async function closeServer(server: Server, limitMs: number): Promise<void> {
  if (!server.listening) return;
  const serverClosed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const closeTimer = setTimeout(() => server.closeAllConnections(), limitMs);
  await serverClosed;
  clearTimeout(closeTimer);
}
