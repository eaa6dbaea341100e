/** For tests: a proxy in front of S3 that fails as stores, proxies and networks do, from a chosen moment on. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `error` and `busy`: 500 and 503. `reset`: the connection ends without an answer. `silent`: the request is read and
 * never answered. `deaf`: not even the body is read. `page`: 200 with a page of HTML, as of a proxy where one signs in.
 */
export type Failure = 'error' | 'busy' | 'reset' | 'silent' | 'deaf' | 'page';

export const failures: readonly Failure[] = ['error', 'busy', 'reset', 'silent', 'deaf', 'page'];

export class FailingS3 {
  /** Says how a request fails; null for requests that go through. */
  failing: (request: IncomingMessage) => Failure | null = () => null;
  /** After how many bytes of an answer that went through the connection ends; null for whole answers. */
  cutAfter: (request: IncomingMessage) => number | null = () => null;
  /** Requests that failed, as `METHOD path`. */
  readonly failed: string[] = [];
  readonly #target: URL;
  readonly #server: Server;

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, outgoing) => this.#answer(incoming, outgoing));
  }

  static async start(target: string): Promise<FailingS3> {
    const proxy = new FailingS3(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const failure = this.failing(incoming);
    if (failure === null) {
      this.#pass(incoming, outgoing);
      return;
    }

    this.failed.push(`${incoming.method} ${incoming.url}`);
    if (failure === 'deaf') return;
    if (failure === 'reset') {
      incoming.socket.resetAndDestroy();
      return;
    }

    incoming.resume();
    if (failure === 'silent') return;
    incoming.once('end', () => {
      if (failure === 'page')
        outgoing.setHeader('Content-Type', 'text/html').end('<html><p>Sign in</p></html>');
      else outgoing.writeHead(failure === 'busy' ? 503 : 500).end();
    });
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url, headers } = incoming;
    const { hostname, port } = this.#target;
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      const most = this.cutAfter(incoming);
      if (most === null) answer.pipe(outgoing);
      else void this.#passPart(answer, outgoing, most);
      outgoing.once('close', () => answer.destroy());
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  async #passPart(answer: IncomingMessage, outgoing: ServerResponse, most: number): Promise<void> {
    let left = most;
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        await new Promise((written) => outgoing.write(chunk.subarray(0, left), written));
        left -= chunk.length;
        if (left <= 0) break;
      }
    } catch {
      // One of both sides has left, which ends the other too.
    } finally {
      outgoing.destroy();
    }
  }
}
