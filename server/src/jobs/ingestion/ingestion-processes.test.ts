/**
 * Ingestions in separate processes: damaged files lead to a result or an error code, the output is checked, and
 * nothing is left behind.
 */
import assert from 'node:assert/strict';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { mulberry32 } from '../../../../bench/unseen/random.ts';
import { compileCache } from '../../../testing/compile-cache.ts';
import { damage, damages } from '../../../testing/media/damage.ts';
import { makeClip, steadyTimes } from '../../../testing/media/made-clip.ts';
import { limits } from '../../../testing/media/test-media.ts';
import type { Caps, MediaPass } from '../../media/media.ts';
import { takeResults } from './ingested-files.ts';
import type { Probed } from './ingestion-messages.ts';
import { IngestionProcesses } from './ingestion-processes.ts';
import { type Isolation, openIsolation } from './isolation.ts';

const root = mkdtempSync(join(tmpdir(), 'reelsight-ingestions-'));
const folder = join(root, 'slots');
const clips = ['mp4', 'mov', 'mkv'].map((kind) => join(root, `clip.${kind}`));
const anything: Caps = { maxSeconds: 1e9, budgetSeconds: 1e9 };
let isolation: Isolation;
let processes: IngestionProcesses;
/** Output folder of an ingestion of the first clip. */
let honestDir: string;

const open = (probeMs = 60_000): IngestionProcesses =>
  new IngestionProcesses({ isolation, memoryLimitMb: 1024, probeMs, folder });

before(async () => {
  const video = { width: 160, height: 120, times: steadyTimes(10, 2), draw: () => [] };
  for (const path of clips) makeClip(path, { video, tones: [{ start: 0, end: 2 }] });
  isolation = await openIsolation({
    wanted: 'auto',
    userId: 64_738,
    memoryLimitMb: 1024,
    cpuSeconds: 600,
    fileMb: 1000,
    workFolder: root,
    environment: { ...compileCache, PATH: process.env.PATH ?? '' },
  });
  processes = open();

  honestDir = (await run(clips[0] as string)).outDir;
});
after(async () => {
  await processes.close();
  rmSync(root, { recursive: true, force: true });
});

interface Ran {
  readonly outDir: string;
  readonly pids: (number | undefined)[];
}

async function run(
  source: string,
  onProbed: (probe: Probed) => Promise<Caps> = async () => anything,
  some = processes,
): Promise<Ran> {
  const outDir = mkdtempSync(join(root, 'out-'));
  const pids: Ran['pids'] = [];
  const onPid = (pid: number | undefined) => void pids.push(pid);
  const watcher = { onPid, onProbed, onProgress: () => undefined };
  const request = {
    source,
    outDir,
    fps: 1,
    limits,
    audioTrack: null,
    range: { from: null, to: null },
  };
  await some.run(request, watcher, AbortSignal.timeout(300_000));
  return { outDir, pids };
}

/** Names of the folders of processes; the spare process has one, too. */
const slots = (): string[] => readdirSync(folder);

test('a video is taken apart, its source is left as it was, and only the spare keeps a folder', async () => {
  const source = clips[0] as string;
  const bytes = readFileSync(source);
  const { outDir, pids } = await run(source);

  assert.deepEqual(readdirSync(outDir).sort(), [
    'frames.pack',
    'media.json',
    'sound.pack',
    'thumbnail.jpg',
  ]);
  assert.deepEqual(readFileSync(source), bytes);
  assert.throws(() => process.kill(pids[0] as number, 0), 'the process is gone');
  assert.ok(slots().length <= 1, slots().join());
});

test('nothing is decoded before it is admitted, and whoever refuses it is heard', async () => {
  const refusal = new Fault('BUDGET_EXCEEDED', 'too dear');
  let told: Probed | null = null;
  const outcome = run(clips[0] as string, async (probe) => {
    told = probe;
    const names = slots().flatMap((slot) => readdirSync(join(folder, slot, 'out')));
    assert.deepEqual(names, []);
    throw refusal;
  });
  await assert.rejects(outcome, refusal);
  assert.equal(Math.round((told as unknown as Probed).durationSeconds), 2);

  const short = run(clips[0] as string, async () => ({ ...anything, maxSeconds: 1 }));
  await assert.rejects(short, { code: 'VIDEO_TOO_LONG' });
});

test('a file that takes too long to say what it is is given up', async () => {
  const hasty = open(1);
  await assert.rejects(run(clips[0] as string, undefined, hasty), (fault) => {
    assert.ok(fault instanceof Fault && fault.code === 'EXTRACTION_FAILED');
    assert.match(fault.message, /too long to read/);
    return true;
  });
  await hasty.close();
});

test('damaged files end with a result or with a code', async () => {
  const next = mulberry32(7);
  const good = clips.map((path) => readFileSync(path));
  let failed = 0;

  for (const kind of damages) {
    const bytes = good[failed % 3] as Buffer;
    const other = good[(failed + 1) % 3] as Buffer;
    const path = join(root, 'damaged.mp4');
    writeFileSync(path, damage(kind, bytes, other, next));
    await run(path).catch((error) => {
      failed += 1;
      assert.ok(error instanceof Fault, `${kind}: ${error}`);
      assert.ok(['EXTRACTION_FAILED', 'VIDEO_TOO_LONG'].includes(error.code), error.code);
    });
  }

  assert.ok(failed > 0 && slots().length <= 1, `${failed} failed, ${slots().length} slots`);
});

/** Changes a copy of the output of an ingestion, and takes it as if a process had left it. */
async function left(
  change: (dir: string, pass: MediaPass) => void,
  mostSeconds = 36_000,
): Promise<void> {
  const outDir = mkdtempSync(join(root, 'changed-'));
  cpSync(honestDir, outDir, { recursive: true });

  const path = join(outDir, 'media.json');
  const pass = JSON.parse(readFileSync(path, 'utf8')) as MediaPass;
  change(outDir, pass);
  rmSync(path);
  writeFileSync(path, JSON.stringify(pass));

  const to = join(root, 'taken');
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  await takeResults(outDir, to, { fps: 1, mostSeconds });
}

test('what is not as an ingestion leaves it is not taken', async () => {
  await left(() => undefined);
  const wrong = { code: 'EXTRACTION_FAILED' };
  const link = left((dir) => {
    rmSync(join(dir, 'thumbnail.jpg'));
    symlinkSync('/etc/passwd', join(dir, 'thumbnail.jpg'));
  });
  await assert.rejects(link, wrong);

  const changes: ((pass: Record<string, unknown>) => void)[] = [
    (pass) => Object.assign(pass, { thumbnail: '../../admin-token' }),
    (pass) => Object.assign(pass.audio as object, { file: '/etc/passwd' }),
    (pass) => Object.assign(pass, { frames: 'x' }),
    (pass) => Object.assign(pass.probe as object, { durationSeconds: -1 }),
  ];
  for (const change of changes)
    await assert.rejects(
      left((_, pass) => change(pass as never)),
      wrong,
    );
});

type Made = { -readonly [Key in keyof MediaPass]: MediaPass[Key] };
const long = 'x'.repeat(5000);
const tagsOf = (count: number, value = long, name = 'tag'): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, value]));
const probeWith = (more: Partial<MediaPass['probe']>) => (pass: Made) => {
  pass.probe = { ...pass.probe, ...more };
};
const soundWith = (more: Partial<NonNullable<MediaPass['audio']>>) => (pass: Made) => {
  if (pass.audio) pass.audio = { ...pass.audio, ...more };
};
const frame = { timestamp: 1, image: 0, shot: 0 };

const lies: Record<string, (pass: Made) => void> = {
  'another rate': (pass) => {
    pass.fps = 0.001;
  },
  'no rate': (pass) => {
    pass.fps = 0;
  },
  'longer than was admitted': probeWith({ durationSeconds: 36_001 }),
  'sound longer than was admitted': soundWith({ durationSeconds: 1e6 }),
  'cuts not in order': soundWith({ durationSeconds: 100, cuts: [50, 30] }),
  'cuts beyond the sound': soundWith({ cuts: [50] }),
  'cuts too near each other': soundWith({
    durationSeconds: 60,
    cuts: Array.from({ length: 100 }, (_, index) => 1 + index / 100),
  }),
  'more pieces than sound': soundWith({ pieces: Array(1000).fill(0) }),
  'more frames than the rate gives': (pass) => {
    pass.frames = Array(20).fill(frame);
  },
  'frames not in order': (pass) => {
    pass.frames = [frame, { ...frame, timestamp: 0 }];
  },
  'frames beyond the end': (pass) => {
    pass.frames = [{ ...frame, timestamp: 30 }];
  },
  'a frame of no image': (pass) => {
    pass.frames = [{ ...frame, image: pass.images.length }];
  },
  'a frame of no shot': (pass) => {
    pass.frames = [{ ...frame, shot: pass.shots.length }];
  },
  'more left out before a frame than there was time': (pass) => {
    const strip = { offset: 0, length: 1, times: [0, 1], leftOut: [0, 2] };
    pass.images = pass.images.map((image) => ({ ...image, between: strip }));
  },
  'chapters without end': probeWith({ chapters: [{ start: 0, end: 1, title: `${long}x` }] }),
  'more shots than there can be': (pass) => {
    pass.shots = Array(100).fill(pass.shots[0]);
  },
  'shots not in order': (pass) => {
    pass.shots = [...pass.shots, { start: 1, end: 0 }];
  },
  'shots beyond the end': (pass) => {
    pass.shots = [{ start: 0, end: 1000 }];
  },
  'scenes not in order': (pass) => {
    pass.scenes = [
      { start: 0, end: 1 },
      { start: 1, end: 0 },
    ];
  },
  'a tile beyond the picture': (pass) => {
    const part = { x: 0.5, y: 0, width: 2, height: 1 };
    pass.scenes = [{ start: 0, end: 1, transition: 'part_cut', part }];
  },
  'unseen beyond the end': (pass) => {
    pass.unseen = [{ start: 0, end: 1000 }];
  },
  'too many tags': probeWith({ tags: tagsOf(300, 'x') }),
  'a tag too long': probeWith({ tags: { title: `${long}x` } }),
  'a name of a tag too long': probeWith({ tags: { [long]: 'x' } }),
};

test('as many tags as a probe reads are taken', () =>
  left((_, pass) => probeWith({ tags: tagsOf(100) })(pass as Made)));

for (const [what, lie] of Object.entries(lies))
  test(`what does not fit the order or the video is not taken: ${what}`, () =>
    assert.rejects(
      left((_, pass) => lie(pass as Made)),
      { code: 'EXTRACTION_FAILED' },
    ));

test('what does not fit the order or the video is not taken: too large a description', () => {
  const lie = probeWith({ container: 'x'.repeat(5 * 2 ** 20) });
  // The shorter the video, the smaller its description must be: for these ten seconds, a little more than 4 MB.
  return assert.rejects(
    left((_, pass) => lie(pass as Made), 10),
    { code: 'EXTRACTION_FAILED', detail: /too large/ },
  );
});
