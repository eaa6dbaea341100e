/** An ingestion process that a malicious file has taken over: it can make its own job fail, and nothing else. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../../../testing/compile-cache.ts';
import { emptyPass } from '../../../testing/media/media-pass.ts';
import { limits } from '../../../testing/media/test-media.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import type { Caps } from '../../media/media.ts';
import { ProcessDied } from '../processes/watched-process.ts';
import { takeResults } from './ingested-files.ts';
import { IngestionProcesses } from './ingestion-processes.ts';
import { type Isolation, openIsolation } from './isolation.ts';

const script = fileURLToPath(
  new URL('../../../testing/jobs/hostile-ingestion.ts', import.meta.url),
);
const description = JSON.stringify(emptyPass);
const root = mkdtempSync(join(tmpdir(), 'reelsight-hostile-'));
const source = join(root, 'source');
const secret = join(root, 'secret');
writeFileSync(source, 'a video');
writeFileSync(secret, 'of the service');
after(() => rmSync(root, { recursive: true, force: true }));

/** Isolation of kind `none`, which restricts the process least. */
let isolation: Isolation;
before(async () => {
  isolation = await openIsolation({
    wanted: 'none',
    userId: 64_738,
    memoryLimitMb: 1024,
    cpuSeconds: 600,
    fileMb: 1000,
    workFolder: root,
    environment: { ...compileCache, PATH: process.env.PATH ?? '' },
  });
});

/**
 * Runs the test script instead of the ingestion process; some acts write the file `donePath` when they are finished.
 */
function hostile(act: string, donePath: string): IngestionProcesses {
  return new IngestionProcesses({
    isolation: {
      ...isolation,
      environment: {
        ...compileCache,
        REELSIGHT_TEST_INGESTION: act,
        REELSIGHT_TEST_AIM: secret,
        REELSIGHT_TEST_DONE: donePath,
      },
      launch: ({ path }) => ({ cwd: path, command: [process.execPath, script] }),
    },
    memoryLimitMb: 1024,
    probeMs: 120_000,
    folder: join(root, 'slots'),
  });
}

interface Ran {
  readonly outDir: string;
  readonly donePath: string;
  readonly error: Error | null;
  /** Durations, in seconds, that the process reported for admission. */
  readonly probed: number[];
}

/**
 * Maximum number of times that files are taken while another process swaps them. Usually both outcomes occur much
 * sooner; without this limit, the test could loop without end.
 */
const mostSwaps = 20_000;

/** Acts that send further messages after the probe, which must reach the worker before it has admitted the video. */
const neverAdmitted = ['twice', 'hasty'];

async function run(act: string, bounds = limits): Promise<Ran> {
  const outDir = mkdtempSync(join(root, 'out-'));
  const donePath = `${outDir}-done`;
  const processes = hostile(act, donePath);
  const probed: number[] = [];
  const onProbed = ({ durationSeconds }: { durationSeconds: number }): Promise<Caps> => {
    probed.push(durationSeconds);
    if (neverAdmitted.includes(act)) return new Promise(() => undefined);
    return Promise.resolve({ maxSeconds: 1e9, budgetSeconds: 1e9 });
  };
  const watcher = { onPid: () => undefined, onProgress: () => undefined, onProbed };
  const request = {
    source,
    outDir,
    fps: 1,
    limits: bounds,
    audioTrack: null,
    range: { from: null, to: null },
  };
  const error = await processes.run(request, watcher, AbortSignal.timeout(60_000)).then(
    () => null,
    (thrown: Error) => thrown,
  );
  await processes.close();

  return { outDir, donePath, error, probed };
}

/** Checks that either the act was refused, or the files taken are regular files whose content no longer changes. */
async function leadsNowhere(act: string): Promise<void> {
  const { outDir, donePath, error } = await run(act);
  if (error) {
    assert.equal((error as { code?: string }).code, 'EXTRACTION_FAILED', String(error));
    return;
  }

  assert.ok(lstatSync(join(outDir, 'thumbnail.jpg')).isFile(), 'the thumbnail is a link');
  // Only a process that escaped can still act; the others ended before their files were taken.
  if (act === 'escape') await waitFor(() => assert.ok(existsSync(donePath)));

  const { thumbnail } = JSON.parse(readFileSync(join(outDir, 'media.json'), 'utf8'));
  assert.equal(thumbnail, 'thumbnail.jpg');
}

test('files swapped after the end was told lead nowhere', async () => {
  for (let count = 0; count < 3; count++) await leadsNowhere('swap');
});

test('nor do they while a process goes on swapping', async (context) => {
  const folder = mkdtempSync(join(root, 'swapped-'));
  const from = join(folder, 'out');
  mkdirSync(from);

  const env = { REELSIGHT_TEST_INGESTION: 'swap without end', REELSIGHT_TEST_AIM: secret };
  const swapper = spawn(process.execPath, [script], { cwd: folder, env, stdio: 'ignore' });
  context.after(() => swapper.kill('SIGKILL'));
  await waitFor(() => lstatSync(join(from, 'thumbnail.jpg')));

  const outcomes = { taken: 0, refused: 0 };
  // The two processes may be scheduled in any way, so the loop also goes on until both outcomes have occurred.
  for (
    let count = 0;
    count < 300 || (count < mostSwaps && !(outcomes.taken && outcomes.refused));
    count++
  ) {
    const outDir = mkdtempSync(join(folder, 'taken-'));
    writeFileSync(join(from, 'media.json'), description);
    const taken = await takeResults(from, outDir, { fps: 1, mostSeconds: 10 }).then(
      () => true,
      () => false,
    );
    outcomes[taken ? 'taken' : 'refused'] += 1;

    const found = lstatSync(join(outDir, 'thumbnail.jpg'), { throwIfNoEntry: false });
    if (taken && found) assert.ok(found.isFile(), `a link was taken: ${count}`);
  }

  assert.ok(outcomes.taken > 0 && outcomes.refused > 0, JSON.stringify(outcomes));
});

test('a description that was looked at stays as it is, whoever holds it open', async () => {
  await leadsNowhere('escape');
});

test('who says it is done and left nothing fails its job', async () => {
  const { error } = await run('empty');
  assert.equal((error as { code?: string } | null)?.code, 'EXTRACTION_FAILED', String(error));
});

test('who leaves a video that was never admitted fails its job', async () => {
  const { error, probed } = await run('longer');
  assert.deepEqual(probed, [2]);
  assert.equal((error as { code?: string } | null)?.code, 'EXTRACTION_FAILED', String(error));
});

for (const act of ['fill', 'litter', 'fill at the end'])
  test(`who leaves more than a video may fails its job at once: ${act}`, async () => {
    const small = { ...limits, maxOutputBytes: 2 ** 20, maxDurationSeconds: 60 };
    const { error } = await run(act, small);
    assert.equal((error as { code?: string } | null)?.code, 'EXTRACTION_FAILED', String(error));
    assert.match(String(error), /more room/);
  });

test('a message without an end ends its process, not the worker', async () => {
  const { error } = await run('endless');
  assert.ok(error instanceof ProcessDied, String(error));
  assert.match(error.message, /longer than/);
  assert.ok(process.memoryUsage.rss() < 600 * 2 ** 20);
});

test('more messages than an ingestion has to tell end its process', async () => {
  const { error } = await run('flood');
  assert.ok(error instanceof ProcessDied, String(error));
  assert.match(error.message, /messages a second/);
});

for (const act of ['negative', 'nothing', 'vast', 'strange'])
  test(`what is no message of an ingestion ends its process: ${act}`, async () => {
    const { error, probed } = await run(act);
    assert.ok(error instanceof ProcessDied, String(error));
    assert.match(error.message, /a strange message/);
    assert.deepEqual(probed, []);
  });

for (const act of ['twice', 'again', 'hasty', 'more'])
  test(`a message out of turn ends its process: ${act}`, async () => {
    const { error, probed } = await run(act);
    assert.ok(error instanceof ProcessDied, String(error));
    assert.match(error.message, /it said|a strange message/);
    assert.deepEqual(probed, [2]);
  });
