/** Fetches the files of a release from GitHub, or from a mirror that serves the same paths. */
import { createHash } from 'node:crypto';
import { lookup } from 'node:dns';
import { createWriteStream } from 'node:fs';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher, ProxyAgent, request } from 'undici';
import { isPublicAddress } from '../../network/public-address.ts';
import { isErrno } from '../../storage/local-file.ts';
import { ReleaseFault } from './release-fault.ts';

export const projectReleases = 'https://github.com/yt-dlp/yt-dlp';

export interface ReleaseHostOptions {
  /** Base address to which `/releases/…` is appended; null: the project's own. */
  readonly mirror: string | null;
  /** Address of an http proxy; it is never used for a mirror. */
  readonly proxy: string | null;
  /** Longest time without receiving data, 20 s if absent. */
  readonly idleMs?: number;
}

const connectMs = 8_000;
const redirectsAtMost = 5;
const smallFileBytes = 256 * 1024;
/** Maximum size of a build: four times the size of the largest. */
const mostBytes = 160 * 1024 * 1024;

/** Access to one release: once its first file has been found, its other files are fetched from the same address. */
export class ReleaseHost implements AsyncDisposable {
  readonly #base: URL;
  readonly #trusted: string | null;
  readonly #dispatcher: Dispatcher;
  #folder: string;

  constructor({ mirror, proxy, idleMs = 20_000 }: ReleaseHostOptions, version: string | null) {
    this.#base = new URL(mirror ?? projectReleases);
    this.#trusted = mirror === null ? null : this.#base.host;

    const path = version === null ? 'latest/download' : `download/${version}`;
    this.#folder = `${this.#base.href.replace(/\/+$/, '')}/releases/${path}`;

    const limits = { headersTimeout: idleMs, bodyTimeout: idleMs };
    const through = mirror === null && proxy !== null && /^https?:/.test(proxy) ? proxy : null;
    this.#dispatcher = through
      ? new ProxyAgent({ uri: through, ...limits })
      : new Agent({
          ...limits,
          connect: { timeout: Math.min(idleMs, connectMs), lookup: this.#lookup },
        });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispatcher.destroy();
  }

  /** Reads a small file into memory. Throws ReleaseFault, or the signal's reason. */
  async read(name: string, signal: AbortSignal): Promise<Buffer> {
    return this.#exchange(name, signal, async (body) => {
      const chunks: Buffer[] = [];
      for await (const chunk of limited(body, smallFileBytes, name)) chunks.push(chunk);
      return Buffer.concat(chunks);
    });
  }

  /** Downloads a file to `target` and returns its SHA-256. Throws ReleaseFault, or the signal's reason. */
  async save(name: string, target: string, signal: AbortSignal): Promise<string> {
    return this.#exchange(name, signal, async (body) => {
      const hash = createHash('sha256');
      await pipeline(
        limited(body, mostBytes, name),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(target),
        { signal },
      );

      return hash.digest('hex');
    });
  }

  async #exchange<T>(
    name: string,
    signal: AbortSignal,
    take: (body: Readable) => Promise<T>,
  ): Promise<T> {
    try {
      return await take(await this.#open(new URL(`${this.#folder}/${name}`), signal));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ReleaseFault) throw error;

      const { message, code, path } = error as NodeJS.ErrnoException;
      // The error concerns the file being written, not the connection.
      if (path !== undefined || isErrno(error, 'ENOSPC', 'EDQUOT', 'EFBIG', 'EIO')) throw error;

      throw new ReleaseFault(
        'unreachable',
        `${this.#base.host} does not answer (${message || code}). ${wayOut}`,
      );
    }
  }

  async #open(first: URL, signal: AbortSignal): Promise<Readable> {
    let url = first;
    for (let hop = 0; hop <= redirectsAtMost; hop++) {
      this.#mayAsk(url);
      const answer = await request(url, {
        dispatcher: this.#dispatcher,
        signal,
        headers: { 'accept-encoding': 'identity', 'user-agent': 'reelsight-links' },
      });
      const { location } = answer.headers;
      if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string') {
        await answer.body.dump();
        url = nextOf(url, location);
        this.#stayWith(url);
        continue;
      }

      if (answer.statusCode === 200) return bodyOf(answer, first);
      await answer.body.dump();

      throw refusal(first, answer);
    }

    throw new ReleaseFault('noRelease', `${first.href} redirects again and again.`);
  }

  /**
   * The newest release may change between two downloads, so the other files are fetched from the folder in which the
   * first was found.
   */
  #stayWith({ origin, pathname }: URL): void {
    const folder = /^(.*\/releases\/download\/[^/]+)\/[^/]+$/.exec(pathname)?.[1];
    if (folder !== undefined && origin === this.#base.origin) this.#folder = `${origin}${folder}`;
  }

  /**
   * Refuses addresses that are not public: a redirect must not make this service send requests into its own network.
   */
  #mayAsk({ hostname, host }: URL): void {
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (host === this.#trusted || isIP(literal) === 0 || isPublicAddress(literal)) return;
    throw new ReleaseFault(
      'noRelease',
      `${this.#base.host} redirects to ${host}, which is not public.`,
    );
  }

  readonly #lookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const isOwnHost = hostname === this.#base.hostname && this.#trusted !== null;
      if (!isOwnHost && !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new ReleaseFault('noRelease', `${hostname} is not public.`), '');
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}

const wayOut =
  'Check the network and REELSIGHT_YTDLP_PROXY, or point REELSIGHT_LINKS_MIRROR to a copy of the releases.';

function nextOf(from: URL, location: string): URL {
  const url = URL.parse(location, from.href);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ReleaseFault('noRelease', `${from.host} redirects to ${location}.`);
  if (from.protocol === 'https:' && url.protocol !== 'https:')
    throw new ReleaseFault('noRelease', `${from.host} redirects to an unencrypted address.`);
  return url;
}

function bodyOf({ headers, body }: Dispatcher.ResponseData, { href }: URL): Readable {
  if (!/^text\/html/i.test(String(headers['content-type'] ?? ''))) return body;
  body.on('error', () => undefined).destroy();
  throw new ReleaseFault('noRelease', `${href} is a web page, not a file of a release.`);
}

function refusal({ href, host }: URL, { statusCode, headers }: Dispatcher.ResponseData) {
  const limited = statusCode === 403 && headers['x-ratelimit-remaining'] === '0';
  if (statusCode === 429 || limited)
    return new ReleaseFault('limited', `${host} limits requests (${statusCode}). Try again later.`);
  if (statusCode >= 500)
    return new ReleaseFault('unreachable', `${host} answers ${statusCode}. Try again later.`);
  return new ReleaseFault('noRelease', `${href} is not there (${statusCode}).`);
}

async function* limited(body: Readable, bytes: number, name: string): AsyncGenerator<Buffer> {
  let receivedBytes = 0;
  for await (const chunk of body) {
    receivedBytes += (chunk as Buffer).length;
    if (receivedBytes > bytes)
      throw new ReleaseFault('noRelease', `${name} is larger than ${bytes} bytes.`);
    yield chunk as Buffer;
  }
}
