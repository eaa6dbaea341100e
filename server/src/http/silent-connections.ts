/**
 * Ends connections that never sent a byte when the service stops: browsers open some in advance, and closing the server
 * would wait a minute for each.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export function endSilentConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket) => {
    if (closing) return void socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
