/** Look-ups that query a real name server on the loopback interface. */
import assert from 'node:assert/strict';
import { lookup as systemLookup } from 'node:dns/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type NamedHost, startNameServer } from '../../testing/network/name-server.ts';
import { type Asker, NameError, openNames } from './names.ts';
import { ownCandidates } from './own-names.ts';

const hosts: Record<string, NamedHost | null> = {
  'both.example': { addresses: ['192.0.2.1', '192.0.2.2', '2001:db8::1'] },
  'four.example': { addresses: ['192.0.2.4'] },
  'six.example': { addresses: ['2001:db8::6'] },
  'none.example': { addresses: [] },
  'silent.example': null,
  'half.example': { addresses: ['192.0.2.5', '2001:db8::5'], silentFor: 6 },
  'translated.example': { addresses: ['8.8.8.8', '64:ff9b:0:0:0:0:808:808'] },
  'only-translated.example': { addresses: ['64:ff9b:0:0:0:0:808:808'] },
  'many.example': { addresses: Array.from({ length: 24 }, (_, n) => `192.0.2.${n}`) },
};
const server = await startNameServer((name) =>
  name.startsWith('slow') ? { addresses: ['192.0.2.9'], delayMs: 400 } : hosts[name],
);
after(() => server[Symbol.asyncDispose]());

const base = { servers: [server.address], timeoutMs: 1_500, atOnce: 64, perWorkspace: 8 };
const { signal } = new AbortController();
const asker: Asker = { workspaceId: 'ws_a', own: false, signal };
const names = openNames(base);
const addresses = async (host: string) =>
  (await names(host, asker)).map(({ address, family }) => [address, family]);
const isReason = (reason: NameError['reason']) => (error: unknown) =>
  error instanceof NameError && error.reason === reason;

test('all addresses of both families, IPv4 first', async () => {
  assert.deepEqual(await addresses('Both.Example.'), [
    ['192.0.2.1', 4],
    ['192.0.2.2', 4],
    ['2001:db8::1', 6],
  ]);
  assert.deepEqual(await addresses('four.example'), [['192.0.2.4', 4]]);
  assert.deepEqual(await addresses('six.example'), [['2001:db8::6', 6]]);
});

test('a name without addresses, one that is not there, and one that is no name are unknown', async () => {
  for (const host of ['none.example', 'absent.example', 'a..b', `${'a'.repeat(64)}.example`])
    await assert.rejects(names(host, asker), isReason('unknown'), host);
});

test('a name whose server is silent ends in time, for each who waits', async () => {
  const startedMs = performance.now();
  const stop = new AbortController();
  const leaving = names('silent.example', { ...asker, signal: stop.signal });
  const waiting = names('silent.example', asker);

  stop.abort(new Error('enough'));
  await assert.rejects(leaving, /enough/);
  await assert.rejects(waiting, isReason('slow'));

  const tookMs = performance.now() - startedMs;
  assert.ok(tookMs < base.timeoutMs + 2_000, `${tookMs} ms`);
});

test('one family that gets no answer does not hold up the other', async () => {
  const startedMs = performance.now();
  assert.deepEqual(await addresses('half.example'), [['192.0.2.5', 4]]);
  assert.ok(performance.now() - startedMs < base.timeoutMs);
});

test('an address that a resolver made of another one is left out beside it', async () => {
  assert.deepEqual(await addresses('translated.example'), [['8.8.8.8', 4]]);
  assert.equal((await addresses('only-translated.example')).length, 1);
});

test('the number of addresses is bounded', async () => {
  assert.equal((await addresses('many.example')).length, 24);
  const more = Array.from({ length: 65 }, (_, n) => `192.0.2.${n}`);
  hosts['toomany.example'] = { addresses: more };
  await assert.rejects(names('toomany.example', asker), isReason('tooMany'));
});

test('those who ask for the same name at once share one look-up; later ones ask anew', async () => {
  const asked = () =>
    server.questions.filter((question) => question === 'A slow-shared.example').length;
  await Promise.all(Array.from({ length: 50 }, () => names('slow-shared.example', asker)));
  assert.equal(asked(), 1);
  await names('slow-shared.example', asker);
  assert.equal(asked(), 2);
  await Promise.all(
    ['ws_a', 'ws_b'].map((workspaceId) => names('slow-shared.example', { ...asker, workspaceId })),
  );

  assert.equal(asked(), 4, 'workspaces share nothing');
});

test('many silent names of one workspace do not hold up another, nor look-ups of the system', async () => {
  const silent = Array.from({ length: 200 }, (_, n) => {
    hosts[`silent-${n}.example`] = null;
    return names(`silent-${n}.example`, asker);
  });
  let over = 0;

  for (const one of silent) one.catch(() => (over += 1));
  const ended = Promise.allSettled(silent);

  await sleep(50);
  await names('four.example', { ...asker, workspaceId: 'ws_b' });
  await systemLookup('localhost');
  assert.equal(over, 0, 'another workspace and the threads of the process waited for none of them');

  const open = server.questions.filter((question) => /^A silent-\d+\./.test(question));
  assert.equal(new Set(open).size, base.perWorkspace, 'no more at once than its share');

  const reasons = (await ended).map((one) => one.status === 'rejected' && one.reason.reason);
  assert.deepEqual([...new Set(reasons)], ['slow']);
});

test('names of the own network: hosts file, localhost, search domains by their dots', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-names-'));
  const files = { hosts: join(folder, 'hosts'), resolver: join(folder, 'resolv.conf') };
  const candidates = (host: string) => ownCandidates(host, files);

  try {
    assert.deepEqual(await candidates('receiver'), { known: [], names: ['receiver'] });
    await writeFile(
      files.hosts,
      '# none\n10.0.0.7\treceiver Receiver.lan # mine\nfd00::7 receiver\n',
    );
    await writeFile(
      files.resolver,
      'nameserver 10.0.0.2\nsearch one.svc.cluster.local svc.cluster.local cluster.local\noptions timeout:1 ndots:5\n',
    );
    assert.deepEqual(
      (await candidates('receiver')).known.map(({ address }) => address),
      ['10.0.0.7', 'fd00::7'],
    );
    assert.equal((await candidates('receiver.lan')).known.length, 1);

    for (const host of ['localhost', 'app.localhost'])
      assert.equal((await candidates(host)).known[0]?.address, '127.0.0.1');

    assert.deepEqual((await candidates('hooks.two')).names, [
      'hooks.two.one.svc.cluster.local',
      'hooks.two.svc.cluster.local',
      'hooks.two.cluster.local',
      'hooks.two',
    ]);
    await writeFile(files.resolver, 'search lan\n');
    assert.deepEqual((await candidates('hooks.two')).names, ['hooks.two', 'hooks.two.lan']);
    assert.deepEqual((await candidates('nas')).names, ['nas.lan', 'nas']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('only who may reach the own network gets its names', async () => {
  await assert.rejects(names('localhost', asker), isReason('unknown'));
  const own = await names('localhost', { ...asker, own: true });
  assert.ok(own.some(({ address }) => address === '127.0.0.1'));
  assert.equal((await names('four.example', { ...asker, own: true })).length, 1);
});
