/**
 * `reelsight batch` on a real service with a worker: what it asks, waits for and lists, and what it refuses before
 * sending anything.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../interface/subject.ts';
import { reelsight, writeHollowMp4 } from './harness.ts';
import { type OnService, startOnService } from './on-service.ts';

let cli: OnService;
let clip: string;
before(async () => {
  cli = await startOnService({ REELSIGHT_ROLE: 'all', REELSIGHT_YTDLP: 'no-such-program' });
  clip = await cli.clip(3);
});
after(() => cli.close());

test('a batch of a file and a link: waiting ends with 1, as the link has no video', async () => {
  const link = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const asked = ['-c', 'metadata', '--tag', 'spring', '--max-credits', '500'];
  const { code, stdout, stderr } = await cli.run('batch', 'create', clip, link, ...asked, '--wait');
  assert.equal(code, 1, stderr);

  const [, id = ''] =
    /^(batch_\w+) {2}\(to return to it: reelsight batch wait \1\)$/m.exec(stderr) ?? [];
  assert.match(stdout, new RegExp(`^${id} \\w+: 1 completed, 1 failed of 2; \\d+ credits?`));
  assert.ok(stdout.includes(link));

  const batch = await cli.json('batch', 'get', id);
  assert.deepEqual(batch.jobs.map((job: Json) => job.status).toSorted(), ['completed', 'failed']);

  const tagged = await cli.json('jobs', 'list', '--tag', 'spring');
  assert.deepEqual(
    tagged.map((one: Json) => one.job_id).toSorted(),
    batch.jobs.map((job: Json) => job.job_id).toSorted(),
  );
  assert.match(await cli.text('batch', 'list'), new RegExp(`${id} +${batch.status} .* 2 +1 +1 `));
  assert.deepEqual(await cli.json('batch', 'list', '--status', 'cancelled'), []);
  assert.equal(await cli.text('batch', 'list', '--status', 'cancelled'), 'No batches.\n');
});

test('without --wait its jobs are printed; exposure of one batch at a time', async () => {
  const { stdout } = await cli.run('batch', 'create', clip, '-c', 'brands');
  const [, id = '', job = ''] =
    /^(batch_\w+) \w+, about \d+ credits?\n.*\n(job_\w+) /.exec(stdout) ?? [];
  assert.ok(id && job, stdout);
  assert.match(await cli.text('batch', 'wait', id), /1 completed of 1/);
  assert.match(await cli.text('exposure', id, '--batch'), /^1 video, 3\.\d s/);

  const two = await cli.run('exposure', id, id, '--batch');
  assert.deepEqual([two.code, two.stderr], [2, 'Name one batch.\n']);
});

test('what would cost more than --max-credits is not begun', async () => {
  const asked = [
    '-c',
    'custom_query,objects',
    '-q',
    'Who?',
    '-o',
    'dog',
    '--aggregate-query',
    'Who?',
  ];
  const { code, stderr } = await cli.run('batch', 'create', clip, ...asked, '--max-credits', '1');

  assert.equal(code, 4, stderr);
  assert.match(stderr, /^BUDGET_EXCEEDED: /m);
});

test('what the service would refuse is refused before a file is sent', async () => {
  const before = (await cli.json('batch', 'list', '--all')).length;
  const none = await cli.run('batch', 'create', clip);
  assert.deepEqual([none.code, none.stderr], [2, 'Name --capabilities or a --preset.\n']);

  const free = await cli.service.workspace('free', 100);
  const env = { REELSIGHT_URL: cli.service.apiUrl, REELSIGHT_API_KEY: free.apiKey };
  const args = ['batch', 'create', clip, '-c', 'metadata'];
  const refused = await reelsight(args, { home: cli.folder, env });
  assert.equal(refused.code, 4);
  assert.match(refused.stderr, /^BATCH_NOT_ALLOWED: the free plan/);
  assert.ok(!refused.stderr.includes('upload'), refused.stderr);

  const { limits } = await cli.json('account');
  const hollow = await writeHollowMp4(`${cli.folder}/hollow.mp4`, 5);
  const many = Array.from(
    { length: limits.max_batch_size + 1 },
    () => 'https://youtu.be/dQw4w9WgXcQ',
  );
  const tooMany = await cli.run(
    'batch',
    'create',
    hollow,
    ...many.slice(1),
    'https://youtu.be/x',
    '-c',
    'metadata',
  );
  assert.equal(tooMany.code, 2);
  assert.match(tooMany.stderr, new RegExp(`at most ${limits.max_batch_size} videos`));
  assert.equal((await cli.json('batch', 'list', '--all')).length, before);
});
