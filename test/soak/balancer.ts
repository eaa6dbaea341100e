/** The load balancer in front of the APIs: passes each connection to the next API that accepts it. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Balancer extends AsyncDisposable {
  readonly url: string;
}

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject);
  });

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  let turn = 0;
  const sockets = new Set<Socket>();
  const pass = async (client: Socket): Promise<void> => {
    sockets.add(client.on('error', () => client.destroy()));
    client.once('close', () => sockets.delete(client));
    turn += 1;

    for (let tried = 0; tried < ports.length; tried += 1) {
      const port = ports[(turn + tried) % ports.length] ?? 0;
      const upstream = await connected(port).catch(() => null);
      if (!upstream) continue;

      upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
      client.on('close', () => upstream.destroy());
      client.pipe(upstream).pipe(client);

      return;
    }

    client.destroy();
  };
  const server = createServer((client) => void pass(client));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
