/**
 * A load balancer for HTTP that never retries. It skips backends whose /readyz does not answer 200, and distributes
 * requests among the others.
 */
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly url: string;
  /** Adds a backend and resolves when it is ready. `readyUrl`: the address that tells whether it may get requests. */
  add(backend: string, readyUrl: string): Promise<void>;
  /** Sends the backend no more requests. */
  remove(backend: string): void;
  close(): Promise<void>;
}

const everyMs = 500;

interface Backend {
  readonly url: URL;
  readonly readyUrl: string;
  isReady: boolean;
}

export async function openBalancer(): Promise<Balancer> {
  const backends = new Map<string, Backend>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const ready = [...backends.values()].filter(({ isReady }) => isReady);
    turn += 1;
    const backend = ready[turn % ready.length];
    if (backend) pass(backend, agent, incoming, outgoing);
    else outgoing.writeHead(503).end('no backend');
  });

  const look = async (backend: Backend): Promise<void> => {
    backend.isReady = await fetch(backend.readyUrl, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const timer = setInterval(() => {
    for (const backend of backends.values()) void look(backend);
  }, everyMs);
  await once(server.listen(0, '127.0.0.1'), 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: async (url, readyUrl) => {
      const backend: Backend = { url: new URL(url), readyUrl, isReady: false };
      backends.set(url, backend);
      while (!backend.isReady) {
        await look(backend);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    remove: (url) => void backends.delete(url),
    close: async () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Headers that apply to a single connection. The balancer does not pass them on, because each of its sides has
 * connections and timeouts of its own.
 */
const ofConnection = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
];

const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name)));

function pass({ url }: Backend, agent: Agent, from: IncomingMessage, to: ServerResponse): void {
  const { method, url: path = '/' } = from;
  const { hostname, port } = url;
  const headers = passedOn(from.headers);
  const onward = request({ hostname, port, method, headers, path, agent }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
    answer.pipe(to);
    answer.on('error', () => to.destroy());
  });

  onward.on('error', (error) => {
    if (to.headersSent) to.destroy();
    else to.writeHead(502).end(`${url.host}: ${error.message}`);
  });
  from.pipe(onward);
}
