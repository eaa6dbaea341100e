/** `clip` against a real service with a worker: the file that is written, its progress, and what is refused. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cutClip } from '../../server/testing/media/cut-clip.ts';
import { decodeFrames } from '../../server/testing/media/decoded.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../server/testing/service.ts';
import { reelsight, sample } from './harness.ts';

let service: TestService;
let owner: TestWorkspace;
let folder: string;
let job: string;
before(async () => {
  service = await startTestService({ REELSIGHT_ROLE: 'all' });
  owner = await service.workspace('scale', 1_000_000);
  folder = await mkdtemp(join(tmpdir(), 'reelsight-clip-'));
  const video = join(folder, 'video.mp4');
  await cutClip(sample, video, 6);
  const made = await run('analyze', video, '-c', 'metadata', '--json');
  job = JSON.parse(made.stdout || assert.fail(made.stderr)).job_id;
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function run(...args: string[]) {
  const env = { REELSIGHT_URL: service.apiUrl, REELSIGHT_API_KEY: owner.apiKey };
  return reelsight(args, { home: folder, env });
}

test('a clip is made, its progress is told, and it is written as the name of the file says', async () => {
  const file = join(folder, 'moment.mp4');
  const { code, stderr, stdout } = await run(
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
  assert.match(stderr, /written to .*moment\.mp4: 1\.5 s/);
  const clip = JSON.parse(stdout);
  assert.deepEqual([clip.status, clip.ranges], ['ready', [{ start: 1, end: 2.5 }]]);
  const gif = join(folder, 'slide.gif');
  assert.equal((await run('clip', job, '--range', '1-2', '-o', gif)).code, 0);
  assert.equal((await readFile(gif)).toString('latin1', 0, 6), 'GIF89a');
});

test('what cannot be made is told, and nothing is written', async () => {
  const file = join(folder, 'none.mp4');
  const cases: [string[], number, RegExp][] = [
    [['--brand', 'Nike'], 4, /no “Nike”/],
    [[], 2, /one of --brand, --object and --range/],
    [['--brand', 'Nike', '--range', '1-2'], 2, /one of --brand/],
    [['--range', '5-4'], 2, /end later than it begins/],
    [['--range', 'now'], 2, /like 10-15/],
    [['--range', '100-200'], 4, /The video ends at/],
  ];
  for (const [args, code, text] of cases) {
    const ended = await run('clip', job, ...args, '-o', file);
    assert.match(ended.stderr, text);
    assert.equal(ended.code, code, ended.stderr);
  }
  assert.ok(!existsSync(file));
});
