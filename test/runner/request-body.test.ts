/**
 * Interrupted requests to servers of tests must not cause an error in the server, which would make the process fail.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { requestBody } from '../../server/testing/network/request-body.ts';

describe('the body of a request', () => {
  const bodies: (Buffer | null)[] = [];
  const server = createServer(async (incoming, response) => {
    // The caller has begun to send. It waits for this signal before it goes on or disconnects.
    response.writeContinue();
    bodies.push(await requestBody(incoming));
    response.end();
    server.emit('taken');
  });

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  const begin = async () => {
    const { port } = server.address() as AddressInfo;
    const headers = { 'Content-Length': 10 };
    const call = request({ host: '127.0.0.1', port, method: 'POST', headers });
    call.on('error', () => undefined);
    call.write('first');
    await once(call, 'continue');
    return call;
  };

  test('is what was sent', async () => {
    const call = await begin();
    call.end('other');
    await once(server, 'taken');
    assert.equal(bodies.at(-1)?.toString(), 'firstother');
  });

  test('is nothing if the caller went away', async () => {
    const call = await begin();
    call.destroy();
    await once(server, 'taken');
    assert.equal(bodies.at(-1), null);
  });
});
