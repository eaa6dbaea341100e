/** `reelsight analyze` without a running service: starts a service, analyses a video, and leaves nothing running. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Job } from '../sdk/src/index.ts';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { compileCache } from '../server/testing/compile-cache.ts';
import { cutClip } from '../server/testing/media/cut-clip.ts';
import { sampleVideo } from '../server/testing/sample-video.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

let folder: string;
/** The first two scenes of the sample: a street and a café. */
let video: string;
let port: number;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-analyze-'));
  video = join(folder, 'sample.mp4');
  await cutClip(sampleVideo, video, 14.5);
  port = await freePort();
});
after(() => rm(folder, { recursive: true, force: true }));

function analyze(args: readonly string[]) {
  const program = join(root, 'cli', 'bin', 'reelsight.mjs');
  // PORT sets the default address, on which no service listens.
  const env = {
    PATH: process.env.PATH,
    ...compileCache,
    REELSIGHT_DATA_DIR: folder,
    PORT: String(port),
  };
  const child = spawn(process.execPath, [program, 'analyze', video, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };

  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      child.emit('output');
    });
  }

  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child: child as ChildProcess, output, ended };
}

test('a video is analysed from nothing to a transcript file', async () => {
  const srt = join(folder, 'sample.srt');
  const { output, ended } = analyze(['--json', '--fps', '1', '--out', srt, '-o', 'stop sign']);
  assert.equal(await ended, 0, output.stderr);

  const job = JSON.parse(output.stdout) as Job;
  assert.equal(job.status, 'completed');

  const { brands, objects, metadata } = job.results ?? {};
  const seen = brands?.filter((brand) =>
    brand.appearances.some((appearance) => appearance.source === 'visual'),
  );
  assert.deepEqual(seen?.map((brand) => brand.name).sort(), ['Starbucks', 'Toyota']);

  const [stopSign] = objects ?? [];
  assert.equal(stopSign?.name, 'stop sign');
  assert.ok(stopSign.first_seen >= 3 && stopSign.last_seen <= 10);
  assert.equal(metadata?.width, 1280);
  const heard = job.results?.transcription?.text.toLowerCase() ?? '';

  for (const word of ['welcome', 'stop sign', 'starbucks', 'nine dollars']) {
    assert.ok(heard.includes(word), `${word} is not in: ${heard}`);
  }

  assert.match(await readFile(srt, 'utf8'), /^1\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\n/);
});

test('Ctrl-C ends the command with 130, and the service it started', async () => {
  const { child, output, ended } = analyze(['--fps', '1']);
  await new Promise<void>((resolve) => {
    child.on('output', () => {
      if (/^\d\/4 \w+/m.test(output.stderr)) resolve();
    });
    child.once('close', () => resolve());
  });
  child.kill('SIGINT');
  assert.equal(await ended, 130, output.stderr);
  assert.equal(output.stdout, '');

  // The lock on the data folder ends with the process that holds it.
  const again = analyze(['--estimate']);
  assert.equal(await again.ended, 0, again.output.stderr);
});
