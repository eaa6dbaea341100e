/** The loopback address by which engine hosts reach the model server. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { type Gateway, openGateway } from './ai-gateway.ts';

const reached: string[] = [];
const server = createServer((request, response) => {
  reached.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});

let gateway: Gateway;
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  gateway = await openGateway({ root: `http://127.0.0.1:${port}/v1`, apiKey: 'the-key' });
});
after(async () => {
  await gateway.close();
  server.close();
});

async function statusOf(method: string, url: string): Promise<number> {
  const body = method === 'POST' ? { body: '{}' } : {};
  const answer = await fetch(url, { method, ...body });
  await answer.arrayBuffer();
  return answer.status;
}

test('a host reaches what engines ask, with the key of the worker, as long as its grant lasts', async () => {
  const { url, revoke } = gateway.grant(null);
  assert.equal(await statusOf('POST', `${url}/chat/completions`), 200);
  assert.equal(await statusOf('POST', `${url}/audio/transcriptions`), 200);
  assert.deepEqual(reached.splice(0), [
    'POST /v1/chat/completions Bearer the-key',
    'POST /v1/audio/transcriptions Bearer the-key',
  ]);

  revoke();
  assert.equal(await statusOf('POST', `${url}/chat/completions`), 404);

  assert.deepEqual(reached, []);
});

test('nothing else of the server can be reached with its key', async () => {
  const { url, revoke } = gateway.grant(null);

  for (const [method, path] of [
    ['GET', '/files'],
    ['POST', '/files'],
    ['GET', '/models'],
    ['DELETE', '/models/small'],
    ['GET', '/chat/completions'],
    ['POST', '/chat/completions/'],
    ['POST', '/chat/completions/../../files'],
    ['POST', '/chat/completions?model=other'],
    ['POST', '//chat/completions'],
    ['POST', '/fine_tuning/jobs'],
  ] as const)
    assert.equal(await statusOf(method, `${url}${path}`), 404, `${method} ${path}`);

  assert.deepEqual(reached, []);
  revoke();
});
