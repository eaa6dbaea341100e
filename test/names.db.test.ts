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
    if (name === 'slow.example') return { addresses: ['8.8.8.8'], delayMs: 1000 };
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

test('look-ups of all workspaces of a person share the places of one', async () => {
  const { db } = service.domain;
  await db.query(
    `insert into users (id, name, email, created_at, updated_at)
     values ('jo', 'Jo', 'jo@example.com', now(), now())`,
  );
  const workspaces = [await service.workspace(), await service.workspace()];
  for (const { tenantId } of workspaces)
    await db.query(`insert into members values ($1, 'jo', 'owner', now())`, [tenantId]);

  const asked = () =>
    new Set(names.questions.filter((question) => question.includes('of-jo'))).size;
  const refused = workspaces.flatMap((workspace, at) =>
    Array.from({ length: 12 }, (_, n) =>
      assert.rejects(submit(workspace, `silent-${at}-${n}-of-jo.example`), /in time/),
    ),
  );
  // A name is asked for by two questions, and one owner has 16 places.
  await waitFor(() => assert.equal(asked(), 32));
  await submit(await service.workspace(), 'hooks.example');
  assert.equal(asked(), 32);
  await Promise.all(refused);
});

test('who loses access while the host of an address is looked up gets no job and no batch', async () => {
  const workspace = await service.workspace();
  const { db } = service.domain;
  const batch = workspace.client.batches.create({
    urls: ['https://youtu.be/dQw4w9WgXcQ'],
    capabilities: ['summary'],
    webhook_url: 'https://slow.example/hook',
  });
  const refused = [submit(workspace, 'slow.example'), batch].map((call) =>
    assert.rejects(call, { code: 'INVALID_API_KEY' }),
  );

  await waitFor(() => assert.ok(names.questions.includes('A slow.example')));
  await db.query('update api_keys set revoked_at = now() where workspace_id = $1', [
    workspace.tenantId,
  ]);
  await Promise.all(refused);
  const rows = await db.query('select 1 from jobs where workspace_id = $1', [workspace.tenantId]);
  assert.deepEqual(rows, []);
});
