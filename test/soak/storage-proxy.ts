/** A proxy in front of S3 that behaves as badly as storage and networks can. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `busy`: most requests get 503. `slow`: each answer takes seconds, and its body arrives in small pieces. `cut`:
 * connections end in the middle of a request or an answer, or after a write without an answer. `gone`: nobody answers.
 */
export type StorageWeather = 'fine' | 'busy' | 'slow' | 'cut' | 'gone';

const busyBody =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';
/** Share of requests that the current weather affects. */
const share = 0.7;
const slowPieces = 8;

export class StorageProxy {
  weather: StorageWeather = 'fine';
  /** Number of requests that each weather affected. */
  readonly hit: Record<string, number> = {};
  readonly #target: URL;
  readonly #server: http.Server;

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = http.createServer((request, response) => {
      const dropped = (): void => void response.socket?.destroy();
      request.on('error', dropped);
      response.on('error', dropped);
      this.#pass(request, response).catch(dropped);
    });
    this.#server.keepAliveTimeout = 0;
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const weather = Math.random() < share ? this.weather : 'fine';
    if (weather !== 'fine') this.hit[weather] = (this.hit[weather] ?? 0) + 1;

    const drop = (): void => void request.socket.destroy();
    if (weather === 'gone') return drop();

    // A request can be cut before any of it is passed on, because S3 stores nothing of an incomplete write.
    const way = weather === 'cut' ? Math.floor(Math.random() * 3) : -1;
    if (way === 0) {
      request.once('data', drop);
      if (request.headers['content-length'] === undefined) drop();
      return;
    }
    const body = await buffer(request);

    if (weather === 'busy') {
      response.writeHead(503, { 'Content-Type': 'application/xml' }).end(busyBody);
      return;
    }

    if (weather === 'slow') await sleep(500 + Math.random() * 2500);
    const answer = await this.#ask(request, body);
    if (way === 1) return drop();

    const content = await buffer(answer);
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);

    if (way === 2) return void response.write(content.subarray(0, content.length / 2), drop);
    if (weather === 'slow') await trickle(response, content);
    else response.end(content);
  }

  async #ask(request: http.IncomingMessage, body: Buffer): Promise<http.IncomingMessage> {
    const { hostname, port } = this.#target;
    const asked = http.request({
      hostname,
      port,
      method: request.method,
      path: request.url,
      headers: request.headers,
      agent: false,
    });
    asked.end(body);

    const [answer] = await once(asked, 'response');
    return answer as http.IncomingMessage;
  }
}

async function trickle(response: http.ServerResponse, content: Buffer): Promise<void> {
  const size = Math.ceil(content.length / slowPieces);
  for (let at = 0; at < content.length; at += size) {
    response.write(content.subarray(at, at + size));
    await sleep(Math.random() * 200);
  }
  response.end();
}
