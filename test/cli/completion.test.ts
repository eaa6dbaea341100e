/**
 * The suggestions of the program for the last word of a line. That shells ask the program for them is tested in
 * output.db.test.ts.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { capabilities } from '@reelsight/contract';
import { reelsight } from './harness.ts';

let home: string;
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'reelsight-completion-'));
});
after(() => rm(home, { recursive: true, force: true }));

const run = (...args: string[]) => reelsight(args, { home });

/** The suggested words with their descriptions; the last word of `line` is incomplete. */
async function offered(line: string): Promise<Map<string, string>> {
  const { code, stdout, stderr } = await run('__complete', '--', ...line.split(' '));
  assert.deepEqual([code, stderr], [0, '']);
  const rows = stdout.split('\n').filter(Boolean);
  return new Map(rows.map((row) => row.split('\t') as [string, string]));
}
const words = async (line: string): Promise<string[]> => [...(await offered(line)).keys()];

test('commands, with what they do', async () => {
  assert.match((await offered('an')).get('analyze') ?? '', /analyse a video/);
  assert.ok(!(await words('')).includes('__complete'));
  assert.deepEqual(await words('admin keys '), ['create', 'revoke']);
  assert.deepEqual(await words('nonsense'), []);
});

test('options of the command at hand, also after other options and their values', async () => {
  const all = await offered('jobs list -');
  assert.equal(all.get('--help'), 'print help');
  assert.match(all.get('--created-after') ?? '', /\S/);
  assert.deepEqual(await words('jobs list --limit 3 --created-b'), ['--created-before']);
  assert.deepEqual(await words('analyze --no-wait talk.mp4 --pres'), ['--preset']);
});

test('values of options and arguments that are one of few', async () => {
  assert.deepEqual(await words('jobs list --status c'), ['completed', 'cancelled']);
  assert.deepEqual((await words('analyze -c ')).toSorted(), [...capabilities].toSorted());
  assert.deepEqual(await words('completion '), ['bash', 'zsh', 'fish']);
  assert.deepEqual(await words('batch export batch_1 c'), ['csv']);
});

test('nothing where a file, an id or a free word belongs', async () => {
  for (const line of [
    'analyze ta',
    'jobs get job_1 ',
    'analyze talk.mp4 --language ',
    'jobs tag j ',
  ])
    assert.deepEqual(await words(line), [], line);
});

test('names of profiles where one is used, not where one is made', async () => {
  await run(
    'profile',
    'add',
    'acme',
    '--url',
    'http://acme.example:8080',
    '--api-key',
    'rs_live_x',
  );

  const used = await offered('account --profile ');
  assert.deepEqual([...used], [['acme', 'http://acme.example:8080']]);
  assert.deepEqual(await words('profile remove a'), ['acme']);
  assert.deepEqual(await words('profile use b'), []);

  for (const line of ['profile add ', 'profile list '])
    assert.deepEqual(await words(line), [], line);
});

test('of a shell that is not known the nearest is named', async () => {
  const { code, stderr } = await run('completion', 'bsh');
  assert.equal(code, 2);
  assert.match(stderr, /bash, zsh, fish\. Did you mean bash\?/);
});
