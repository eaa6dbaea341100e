/**
 * A proxy in front of a service that imitates a bad network or a deployment: refuses, resets or stalls connections, or
 * answers with error pages of its own.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Kinds of bad behaviour. `cut` passes a request on and closes the connection in the middle of the answer; `storm`
 * answers 429, 500 and 503 in turn.
 */
export const badWeather = [
  'refuse',
  'reset',
  'stall',
  'cut',
  'page 502',
  'page 503',
  'storm',
] as const;
export type Weather = 'fine' | (typeof badWeather)[number];

export interface OutageProxy extends AsyncDisposable {
  readonly url: string;
  /** Number of connections that arrived under each behaviour. */
  readonly connections: Readonly<Record<string, number>>;
  /** Changes the behaviour. Open connections of the previous behaviour are closed. */
  turn(weather: Weather): Promise<void>;
}

const page = (status: number) => {
  const body = `<html><head><title>${status}</title></head><body>Bad Gateway</body></html>`;
  return `HTTP/1.1 ${status} Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
};

let stormy = 0;
function storm(): string {
  const [status, code, more] =
    (
      [
        [429, 'RATE_LIMITED', 'Retry-After: 1\r\n'],
        [500, 'INTERNAL_ERROR', ''],
        [503, 'SERVICE_UNAVAILABLE', 'Retry-After: 1\r\n'],
      ] as const
    )[stormy++ % 3] ?? [];
  const body = JSON.stringify({ error: { code, message: 'storm' }, meta: { request_id: 'req_1' } });
  return `HTTP/1.1 ${status} Storm\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

const behave: Record<Exclude<Weather, 'refuse'>, (socket: Socket, target: URL) => void> = {
  fine: (socket, target) => pass(socket, target),
  reset: (socket) => socket.resetAndDestroy(),
  stall: (socket) => socket.resume(),
  cut: (socket, target) => pass(socket, target, 150),
  'page 502': (socket) => socket.once('data', () => socket.end(page(502))),
  'page 503': (socket) => socket.once('data', () => socket.end(page(503))),
  storm: (socket) => socket.once('data', () => socket.end(storm())),
};

function pass(socket: Socket, { hostname, port }: URL, mostBytes = Number.POSITIVE_INFINITY): void {
  const upstream = connect(Number(port), hostname);
  let left = mostBytes;

  socket.pipe(upstream);
  upstream.on('data', (chunk) => {
    socket.write(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) socket.destroySoon();
  });

  for (const one of [socket, upstream]) {
    one.on('error', () => undefined);
    one.on('close', () => {
      socket.destroy();
      upstream.destroy();
    });
  }
}

export async function startOutageProxy(targetUrl: string): Promise<OutageProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const connections: Record<string, number> = {};
  let weather: Weather = 'fine';
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.on('close', () => sockets.delete(socket));
    connections[weather] = (connections[weather] ?? 0) + 1;
    behave[weather as Exclude<Weather, 'refuse'>](socket, target);
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);

  const { port } = server.address() as AddressInfo;
  const turn = async (next: Weather): Promise<void> => {
    weather = next;
    if (next === 'refuse' && server.listening) server.close();
    for (const socket of sockets) socket.destroy();
    if (next !== 'refuse' && !server.listening) await listen(port);
  };

  return {
    url: `http://127.0.0.1:${port}`,
    connections,
    turn,
    [Symbol.asyncDispose]: () => turn('refuse'),
  };
}
