/** A socket that leads to the operator's proxy, for a sandbox that can't reach anything else. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { passOn } from './pass-on.ts';

/**
 * Protocols to use inside the sandbox. The proxy resolves host names, because the sandbox cannot; the connection to
 * the proxy is encrypted outside the sandbox.
 */
const insideProtocols: Readonly<Record<string, string>> = {
  'https:': 'http:',
  'socks:': 'socks5h:',
  'socks5:': 'socks5h:',
  'socks4:': 'socks4a:',
};

export class ProxyDoor implements AsyncDisposable {
  readonly path: string;
  readonly #proxy: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  /** Throws if the address of the proxy is invalid. */
  static async open(proxy: string, path: string): Promise<ProxyDoor> {
    const door = new ProxyDoor(new URL(proxy.includes('://') ? proxy : `http://${proxy}`), path);
    await once(door.#server.listen(path), 'listening');
    return door;
  }

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(proxy: URL, path: string) {
    this.path = path;
    this.#proxy = proxy;
    this.#server = createServer((inside) => {
      const outside = this.#connect();
      for (const socket of [inside, outside]) {
        this.#sockets.add(socket);
        socket.once('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
      }
      passOn(inside, outside, inside);
    });
  }

  /** The proxy's address inside a sandbox in which this door is reached at a loopback port. */
  urlAt(port: number): string {
    const { protocol, username, password } = this.#proxy;
    const user = username && `${username}${password && `:${password}`}@`;
    return `${insideProtocols[protocol] ?? protocol}//${user}127.0.0.1:${port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const serverClosed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await serverClosed;
  }

  #connect(): Socket {
    const { protocol, hostname, port } = this.#proxy;
    const host = hostname.replace(/^\[|\]$/g, '');
    if (protocol === 'https:') return connectTls({ host, port: Number(port || 443) });
    return connect({ host, port: Number(port || (protocol === 'http:' ? 80 : 1080)) });
  }
}
