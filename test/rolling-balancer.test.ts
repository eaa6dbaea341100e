/**
 * The balancer of the upgrade suite keeps its connections to clients separate from those to backends, as proxies must
 * (RFC 9110, 7.6.1).
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openBalancer } from '../server/testing/upgrade/balancer.ts';

test('what a backend says of its own connection is not passed on', async (t) => {
  const sent: string[] = [];
  const backend = createServer((request, response) => {
    if (request.url === '/x') sent.push(...Object.keys(request.headers));
    response.writeHead(200, { Connection: 'close', 'Keep-Alive': 'timeout=72', 'X-Own': 'kept' });
    response.end('said');
  });
  await once(backend.listen(0, '127.0.0.1'), 'listening');
  t.after(() => backend.close());

  const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  const balancer = await openBalancer();
  t.after(() => balancer.close());
  await balancer.add(url, `${url}/readyz`);

  const answer = await fetch(`${balancer.url}/x`, { headers: { 'X-Asked': 'too' } });
  assert.equal(await answer.text(), 'said');
  assert.equal(answer.headers.get('x-own'), 'kept');
  assert.equal(answer.headers.get('connection'), 'keep-alive');
  // How long the balancer's own connections may be idle. A client that assumed a longer time would send a request on a
  // connection that is being closed.
  assert.equal(answer.headers.get('keep-alive'), 'timeout=5');
  assert.ok(sent.includes('x-asked') && !sent.includes('keep-alive'), sent.join());
});
