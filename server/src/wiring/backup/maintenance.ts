/** Tells callers to try again later while a backup is being restored. */
import { createServer } from 'node:http';
import { newId } from '../../db/id.ts';

const retryAfterSeconds = 5;
const text = 'A backup is being restored. Try again shortly.';

/**
 * Answers at the address of the stopped service. `/healthz` gets status 200, because otherwise a supervisor might
 * restart the process during the restore.
 */
export async function openMaintenance(where: {
  readonly port: number;
  readonly host: string;
}): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const isProbe = request.url?.split('?')[0] === '/healthz';
    const meta = { request_id: newId('req') };
    const error = { code: 'SERVICE_UNAVAILABLE', message: text };

    response
      .writeHead(isProbe ? 200 : 503, {
        'Content-Type': 'application/json; charset=utf-8',
        'Retry-After': String(retryAfterSeconds),
        Connection: 'close',
      })
      .end(JSON.stringify(isProbe ? { status: 'ok' } : { error, meta }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(where.port, where.host, resolve);
  });

  return {
    close: async () => {
      const serverClosed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await serverClosed;
    },
  };
}
