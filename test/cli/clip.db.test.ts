/** `clip` against a real service with a worker: the file that is written, its progress, and what is refused. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { decodeFrames } from '../../server/testing/media/decoded.ts';
import { type OnService, startOnService } from './on-service.ts';

let cli: OnService;
let job: string;
before(async () => {
  cli = await startOnService();
  job = (await cli.json('analyze', await cli.clip(6), '-c', 'metadata')).job_id;
});
after(() => cli.close());

test('a clip is made, its progress is told, and it is written as the name of the file says', async () => {
  const file = join(cli.folder, 'moment.mp4');
  const { code, stderr, stdout } = await cli.run(
    'clip',
    job,
    '--range',
    '0:01-2.5',
    '-o',
    file,
    '--json',
  );
  assert.equal(code, 0, stderr);

  const frames = decodeFrames(file);
  const last = frames.at(-1)?.time ?? 0;
  assert.ok(last > 1.3 && last < 1.5, `the last frame at ${last}`);
  assert.match(stderr, /making the clip|waiting for a worker/);
  assert.match(stderr, /written to .*moment\.mp4: 1\.5 s, \d/);

  const clip = JSON.parse(stdout);
  assert.deepEqual([clip.status, clip.ranges], ['ready', [{ start: 1, end: 2.5 }]]);

  const gif = join(cli.folder, 'slide.gif');
  assert.equal((await cli.run('clip', job, '--range', '1-2', '-o', gif)).code, 0);
  assert.equal((await readFile(gif)).toString('latin1', 0, 6), 'GIF89a');

  const listed = await cli.text('clips', 'list', job);
  assert.match(listed, new RegExp(`${clip.clip_id} +ready .* mp4 +0:01\\.0–0:02\\.5 +1\\.5 s`));
  assert.equal((await cli.json('clips', 'list', job, '--limit', '1')).length, 1);

  const again = join(cli.folder, 'again.mp4');
  await cli.text('clips', 'download', clip.clip_id, '-o', again);
  assert.deepEqual(await readFile(again), await readFile(file));
});

test('clips are deleted one by one; without any the list says so', async () => {
  for (const { clip_id: id } of await cli.json('clips', 'list', job))
    assert.equal(await cli.text('clips', 'delete', id), `${id} deleted\n`);
  assert.equal(await cli.text('clips', 'list', job), 'No clips.\n');
  const gone = await cli.run('clips', 'download', 'clip_none', '-o', join(cli.folder, 'no.mp4'));
  assert.deepEqual([gone.code, existsSync(join(cli.folder, 'no.mp4'))], [4, false]);
});

test('what cannot be made is told, and nothing is written', async () => {
  const file = join(cli.folder, 'none.mp4');
  const cases: [string[], number, RegExp][] = [
    [['--brand', 'Nike'], 4, /no “Nike”/],
    [[], 2, /one of --brand, --object and --range/],
    [['--brand', 'Nike', '--range', '1-2'], 2, /one of --brand/],
    [['--range', '5-4'], 2, /end later than it begins/],
    [['--range', 'now'], 2, /like 10-15/],
    [['--range', '100-200'], 4, /The video ends at/],
  ];
  for (const [args, code, text] of cases) {
    const ended = await cli.run('clip', job, ...args, '-o', file);
    assert.match(ended.stderr, text);
    assert.equal(ended.code, code, ended.stderr);
  }

  assert.ok(!existsSync(file));
});
