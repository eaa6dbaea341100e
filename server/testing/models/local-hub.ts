/**
 * For tests only: a hub on the loopback interface that answers like Hugging Face, with a CDN on another port. It can be
 * made to misbehave.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';

export type Trouble =
  /** Closes the connection after this many bytes of the answer. */
  | { readonly cutAfter: number }
  /** Sends this many bytes, then nothing more. */
  | { readonly stallAfter: number }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Sends these bytes under the headers of the right ones. */
  | { readonly instead: Buffer }
  | { readonly ignoreRange: true };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly range: string | undefined;
  readonly host: 'hub' | 'cdn';
}

export interface LocalHub {
  readonly url: string;
  readonly commit: string;
  readonly seen: readonly SeenRequest[];
  /**
   * Puts a file under `<repository>/<path>`; `large` files are served by the CDN, as LFS files are. Each file is also
   * below `/releases/`, which redirects to the CDN.
   */
  put(repository: string, path: string, bytes: Buffer, large?: boolean): void;
  /** The next downloads of this path get these troubles, one each. */
  trouble(path: string, ...troubles: readonly Trouble[]): void;
  /** Like `trouble`, but for the answers of the hub itself, including answers to HEAD. */
  troubleAtHub(path: string, ...troubles: readonly Trouble[]): void;
  close(): Promise<void>;
}

interface HubFile {
  readonly bytes: Buffer;
  readonly large: boolean;
}

const sha = (algorithm: string, bytes: Buffer): string =>
  createHash(algorithm).update(bytes).digest('hex');

export const sha256 = (bytes: Buffer): string => sha('sha256', bytes);

const gitSha1 = (bytes: Buffer): string =>
  sha('sha1', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));

const commit = sha('sha1', Buffer.from('commit'));

/** State that the hub and the CDN share. */
interface Held {
  readonly files: Map<string, HubFile>;
  readonly seen: SeenRequest[];
  readonly cdnTroubles: Map<string, Trouble[]>;
  readonly hubTroubles: Map<string, Trouble[]>;
}

const seenAs = (request: IncomingMessage, path: string, host: 'hub' | 'cdn'): SeenRequest => ({
  method: request.method ?? '',
  path,
  range: request.headers.range,
  host,
});

const answerAsCdn =
  ({ files, seen, cdnTroubles }: Held): Handler =>
  (request, response) => {
    const path = decodeURIComponent((request.url ?? '').slice(1));
    seen.push(seenAs(request, path, 'cdn'));
    const file = files.get(path);
    if (!file) return answer(response, 404, {});
    // As in the hub's chunk store, the tag has 64 hexadecimal digits but is not the hash of the bytes.
    const etag = sha('sha256', Buffer.concat([Buffer.from('chunks'), file.bytes]));
    return sendBytes(request, response, file.bytes, etag, cdnTroubles.get(path)?.shift());
  };

const answerAsHub =
  ({ files, seen, cdnTroubles, hubTroubles }: Held, cdnUrl: string): Handler =>
  (request, response) => {
    const released = /^\/releases\/(.+)$/.exec(request.url ?? '')?.[1];
    if (released !== undefined) {
      return answer(response, 302, { location: `${cdnUrl}/${encodeURIComponent(released)}` });
    }

    const cached = /^\/api\/resolve-cache\/(.+)$/.exec(request.url ?? '')?.[1];
    const [, repository, path] =
      /^\/([^/]+\/[^/]+)\/resolve\/[^/]+\/(.+)$/.exec(request.url ?? '') ?? [];
    const key = decodeURIComponent(cached ?? `${repository}/${path}`);
    seen.push(seenAs(request, key, 'hub'));

    const trouble = hubTroubles.get(key)?.shift();
    if (trouble && 'status' in trouble)
      return answer(response, trouble.status, trouble.headers ?? {});

    const file = files.get(key);
    if (!file) return answer(response, 404, notFound);
    if (cached === undefined) return answer(response, ...whereabouts(key, file, cdnUrl));

    const etag = gitSha1(file.bytes);
    return sendBytes(request, response, file.bytes, etag, cdnTroubles.get(key)?.shift());
  };

const notFound = { 'x-error-code': 'EntryNotFound', 'x-error-message': 'Entry not found' };

/** Redirects to a file: small files are at the hub, large ones at the CDN. */
function whereabouts(
  key: string,
  { bytes, large }: HubFile,
  cdnUrl: string,
): [number, Record<string, string>] {
  const about = { 'x-repo-commit': commit, 'content-type': 'text/plain; charset=utf-8' };
  const place = encodeURIComponent(key);
  if (!large) return [307, { ...about, location: `/api/resolve-cache/${place}` }];
  const linked = { 'x-linked-size': String(bytes.length), 'x-linked-etag': `"${sha256(bytes)}"` };
  return [302, { ...about, ...linked, location: `${cdnUrl}/${place}` }];
}

export async function startLocalHub(): Promise<LocalHub> {
  const held: Held = { files: new Map(), seen: [], cdnTroubles: new Map(), hubTroubles: new Map() };
  const { files, seen, cdnTroubles, hubTroubles } = held;
  const cdn = await listen(answerAsCdn(held));
  const cdnUrl = urlOf(cdn);
  const hub = await listen(answerAsHub(held, cdnUrl));
  const add = (map: Map<string, Trouble[]>, path: string, troubles: readonly Trouble[]) =>
    map.set(path, [...(map.get(path) ?? []), ...troubles]);

  return {
    url: urlOf(hub),
    commit,
    seen,
    put: (repository, path, bytes, large = false) => {
      files.set(`${repository}/${path}`, { bytes, large });
    },
    trouble: (path, ...troubles) => void add(cdnTroubles, path, troubles),
    troubleAtHub: (path, ...troubles) => void add(hubTroubles, path, troubles),
    close: async () => {
      await Promise.all([hub, cdn].map(closeServer));
    },
  };
}

/** Serves the files of a folder as any web server would, to test mirrors. */
export async function serveFolder(
  read: (path: string) => Promise<Buffer | null>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = await listen(async (request, response) => {
    const bytes = await read(decodeURIComponent(request.url ?? ''));
    if (!bytes) return answer(response, 404, {});
    sendBytes(request, response, bytes, 'plain', undefined);
  });
  return { url: urlOf(server), close: () => closeServer(server) };
}

function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  tag: string,
  trouble: Trouble | undefined,
) {
  if (trouble && 'status' in trouble)
    return answer(response, trouble.status, trouble.headers ?? {});

  const etag = `"${tag}"`;
  const [, first] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const condition = request.headers['if-range'];
  const ranged =
    first !== undefined &&
    !(trouble && 'ignoreRange' in trouble) &&
    (condition === undefined || condition === etag);
  const start = ranged ? Number(first) : 0;
  if (start > 0 && start >= bytes.length) {
    return answer(response, 416, { 'content-range': `bytes */${bytes.length}` });
  }

  const body = (trouble && 'instead' in trouble ? trouble.instead : bytes).subarray(start);
  response.writeHead(ranged ? 206 : 200, {
    etag,
    'accept-ranges': 'bytes',
    'content-length': body.length,
    ...(ranged ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}),
  });

  if (request.method === 'HEAD') return response.end();
  if (trouble && 'cutAfter' in trouble) {
    return response.write(body.subarray(0, trouble.cutAfter), () => response.destroy());
  }

  if (trouble && 'stallAfter' in trouble)
    return response.write(body.subarray(0, trouble.stallAfter));
  response.end(body);
}

function answer(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
) {
  response.writeHead(status, headers);
  response.end();
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

async function listen(handler: Handler): Promise<Server> {
  const server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const urlOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

/** A server that closes every connection at once, and counts them. */
export async function startHangingUp() {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.resetAndDestroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
