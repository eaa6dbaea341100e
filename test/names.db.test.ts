/** How the whole service looks up host names that strangers provide. */
import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { after, before, test } from 'node:test';
import { type NameServer, startNameServer } from '../server/testing/network/name-server.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';
import { waitFor } from '../server/testing/wait-for.ts';

let names: NameServer;
let service: TestService;

before(async () => {
  names = await startNameServer((name) => {
    if (name.startsWith('silent')) return null;
    if (name === 'inside.example') return { addresses: ['8.8.8.8', '10.0.0.1'] };
    return name === 'hooks.example' ? { addresses: ['8.8.8.8'] } : undefined;
  });
  service = await startTestService({
    REELSIGHT_DNS_SERVERS: names.address,
    REELSIGHT_DNS_SECONDS: '4',
    REELSIGHT_YTDLP: 'no-such-program',
  });
});
after(async () => {
  await service.close();
  await names[Symbol.asyncDispose]();
});

const submit = ({ client }: TestWorkspace, host: string) =>
  client.jobs.create({
    url: 'https://youtu.be/dQw4w9WgXcQ',
    capabilities: ['summary'],
    webhook_url: `https://${host}/hook`,
  });

test('a receiver is asked for at the name servers that are set, and refused by what they say', async () => {
  const workspace = await service.workspace();
  assert.equal((await submit(workspace, 'hooks.example')).status, 'pending');
  assert.deepEqual(names.questions.toSorted(), ['A hooks.example', 'AAAA hooks.example']);
  await assert.rejects(submit(workspace, 'inside.example'), /public addresses only/);
  await assert.rejects(submit(workspace, 'none.example'), /does not resolve/);
  // Strangers must not be able to ask about names in the service's own network.
  await assert.rejects(submit(workspace, 'vm.example.localhost'), /public domain/);
});

test("one workspace's silent names hold up neither another's submits nor the service's own names", async () => {
  const slow = await service.workspace();
  const quick = await service.workspace();
  const silent = Array.from({ length: 40 }, (_, n) => submit(slow, `silent-${n}.example`));
  let over = 0;

  for (const one of silent) one.catch(() => (over += 1));
  const ended = Promise.allSettled(silent);

  await waitFor(() => assert.ok(names.questions.some((question) => question.includes('silent'))));
  await submit(quick, 'hooks.example');
  await lookup('localhost');
  assert.equal(over, 0, 'waited for none of them');

  for (const one of await ended) {
    assert.equal(one.status, 'rejected');
    assert.match(String(one.reason), /in time/);
  }
});
