/** A proxy between clients and services that cuts connections in the middle of an answer. */
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  readonly cuts: () => number;
}

/**
 * Connects each client to the next service in turn, and cuts each connection after a random number of bytes until there
 * were `cuts` cuts.
 */
export async function startCuttingProxy(
  ports: readonly number[],
  { cuts, bytesAtMost }: { readonly cuts: number; readonly bytesAtMost: number },
): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let made = 0;
  let turn = 0;
  const server = createServer((client) => {
    turn += 1;

    const service = connect(ports[turn % ports.length] ?? 0, '127.0.0.1');
    for (const socket of [client, service]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        service.destroy();
      });
    }

    client.pipe(service);
    let left = 200 + Math.random() * bytesAtMost;
    service.on('data', (chunk) => {
      if (made < cuts && chunk.length >= left) {
        made += 1;
        // Data written earlier must still arrive, so the connection ends after it.
        client.end(chunk.subarray(0, left), () => client.destroy());
        service.destroy();
        return;
      }
      left -= chunk.length;

      if (!client.write(chunk)) {
        service.pause();
        client.once('drain', () => service.resume());
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    cuts: () => made,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
