/**
 * A forward proxy through which one yt-dlp run reaches the network. It allows only public addresses, and only http
 * requests and CONNECT tunnels.
 */
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Lookup } from '../network/names.ts';
import type { Allows } from '../network/public-address.ts';
import { passOn } from './pass-on.ts';
import { relayToProvider } from './token-relay.ts';

export interface GuardOptions {
  readonly allow: Allows;
  readonly lookup: Lookup;
  /** Owner of the link; workspaces take turns at DNS look-ups. */
  readonly workspaceId: string;
  /** Whether names in the operator's own network can be looked up. */
  readonly ownNames: boolean;
  /**
   * Address of a token provider to which requests addressed to the guard itself are passed on; absent or null: none.
   */
  readonly tokenProvider?: string | null;
  /** The proxy that the token provider itself should use. */
  readonly providersProxy?: string | null;
  /**
   * Socket to listen on, and the loopback port of the sandbox that is forwarded to it. If absent, the guard listens on
   * a loopback port of this machine.
   */
  readonly door?: { readonly path: string; readonly port: number };
}

/** The refused target, with a reason from failure.ts. */
export interface Refusal {
  readonly reason: 'privateAddress' | 'otherScheme';
  readonly target: string;
}

/**
 * Every connection is checked by its target address, so redirects and names that resolve to changing addresses can't
 * bypass the guard.
 */
export class EgressGuard implements AsyncDisposable {
  readonly #server: Server;
  readonly #options: GuardOptions;
  readonly #closing = new AbortController();
  readonly #sockets = new Set<Duplex>();
  readonly #refused = new Set<string>();
  #refusal: Refusal | null = null;

  static async open(options: GuardOptions): Promise<EgressGuard> {
    const guard = new EgressGuard(options);
    const { path } = guard;
    if (path === null) guard.#server.listen(0, '127.0.0.1');
    else guard.#server.listen(path);
    await once(guard.#server, 'listening');
    return guard;
  }

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(options: GuardOptions) {
    this.#options = options;
    this.#server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
    this.#server.on('connect', (incoming, client, head) => this.#tunnel(incoming, client, head));
    this.#server.on('connection', (socket) => this.#keep(socket));
  }

  /** The guard's address, as yt-dlp reaches it. */
  get url(): string {
    const { door } = this.#options;
    return `http://127.0.0.1:${door?.port ?? (this.#server.address() as AddressInfo).port}`;
  }

  /** Path of the socket that the guard listens on; null if it listens on a port. */
  get path(): string | null {
    return this.#options.door?.path ?? null;
  }

  /** The first refusal; null if nothing was refused. */
  get refusal(): Refusal | null {
    return this.#refusal;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    const serverClosed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await serverClosed;
  }

  /** Forwards a plain http request, whose target URL is in the request line. */
  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (this.#isToGuard(incoming)) {
      this.#relay(incoming, outgoing);
      return;
    }

    const target = URL.parse(incoming.url ?? '');
    const host = unbracketed(target?.hostname ?? '');
    const port = Number(target?.port || 80);

    if (target?.protocol !== 'http:') {
      const scheme = target?.protocol ?? 'no address';
      this.#refusal ??= { reason: 'otherScheme', target: `${scheme} ${host}` };
      outgoing.writeHead(403).end();
      return;
    }

    if (this.#isRefusedLiteral(host, port)) {
      outgoing.writeHead(403).end();
      return;
    }

    const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = incoming.headers;
    const options = { host, port, method: incoming.method, headers };
    const path = `${target.pathname}${target.search}`;
    const upstream = httpRequest({ ...options, path, agent: false, lookup: this.#lookup(port) });
    upstream.on('socket', (socket) => this.#keep(socket));
    upstream.on('response', (answer) => {
      try {
        outgoing.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
      } catch {
        // `writeHead` throws if the status or the headers are invalid.
        answer.destroy();
        outgoing.writeHead(502).end();
        return;
      }
      passOn(answer, outgoing);
    });

    upstream.on('error', () => {
      // If the upstream answer breaks off, the answer to the client must break off too, so that the client knows and
      // can resume the download.
      if (outgoing.headersSent) outgoing.destroy();
    });
    // The connection was closed without an answer, or with an answer to something that was not requested, such as an
    // upgrade.
    upstream.on('close', () => {
      if (!outgoing.headersSent) outgoing.writeHead(this.#refused.has(host) ? 403 : 502).end();
    });
    passOn(incoming, upstream);
  }

  /**
   * Whether the request is for the guard itself, which it addresses either as a server (a path only) or as a proxy
   * (with the guard's own URL).
   */
  #isToGuard({ url = '' }: IncomingMessage): boolean {
    return url.startsWith('/') || url.startsWith(`${this.url}/`);
  }

  #relay(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { tokenProvider, providersProxy = null } = this.#options;
    if (tokenProvider) {
      const provider = { address: tokenProvider, proxy: providersProxy };
      relayToProvider(provider, incoming, outgoing).catch(() => outgoing.destroy());
    } else outgoing.writeHead(403).end();
  }

  /** Handles CONNECT: passes bytes both ways, unchanged. */
  #tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): void {
    const target = URL.parse(`http://${incoming.url}`);
    const host = unbracketed(target?.hostname ?? '');
    const port = Number(target?.port || 80);
    if (host === '' || this.#isRefusedLiteral(host, port)) {
      answerTunnel(client, '403 Forbidden');
      return;
    }

    const upstream = connect({ host, port, lookup: this.#lookup(port) });
    this.#keep(upstream);

    const fail = () => {
      answerTunnel(client, this.#refused.has(host) ? '403 Forbidden' : '502 Bad Gateway');
    };
    upstream.once('error', fail).once('connect', () => {
      upstream.off('error', fail);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      passOn(client, upstream, client);
    });
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
  }

  /**
   * Refuses an IP address that is not allowed. It must be checked here, because an address given instead of a name is
   * never looked up.
   */
  #isRefusedLiteral(host: string, port: number): boolean {
    if (isIP(host) === 0 || this.#options.allow(host, port)) return false;
    this.#refuse(host);
    return true;
  }

  #refuse(host: string): void {
    this.#refused.add(host);
    this.#refusal ??= { reason: 'privateAddress', target: host };
  }

  /** Connects only to the addresses that were checked. */
  #lookup(port: number): LookupFunction {
    return (host, options, callback) => {
      const give = (addresses: readonly LookupAddress[]) => {
        const [first] = addresses;
        if (options.all) callback(null, [...addresses]);
        else callback(null, first?.address ?? '', first?.family);
      };
      this.#checked(host, port).then(give, (error) => callback(error, ''));
    };
  }

  async #checked(host: string, port: number): Promise<readonly LookupAddress[]> {
    const { allow, lookup, workspaceId, ownNames } = this.#options;
    const addresses = await lookup(host, {
      workspaceId,
      own: ownNames,
      signal: this.#closing.signal,
    });
    if (addresses.length > 0 && addresses.every(({ address }) => allow(address, port)))
      return addresses;
    this.#refuse(host);
    throw new Error(`${host} is not public`);
  }
}

function unbracketed(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function answerTunnel(client: Duplex, status: string): void {
  client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
}

/** Removes the hop-by-hop headers (RFC 9110, 7.6.1), except for the encoding of the body. */
function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _, 'keep-alive': __, trailer: ___, upgrade: ____, ...otherHeaders } = headers;
  return otherHeaders;
}
