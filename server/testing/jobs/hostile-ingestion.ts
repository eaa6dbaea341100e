/**
 * Replaces an ingestion process that a malicious file has taken over. Speaks the protocol of ingestion, and behaves as
 * REELSIGHT_TEST_INGESTION says.
 */
import { spawn } from 'node:child_process';
import { existsSync, openSync, renameSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lineOf } from '../../src/jobs/processes/line-messages.ts';
import { emptyPass } from '../media/media-pass.ts';

/** Names a file of the service instead of a thumbnail. */
const evil = JSON.stringify({ ...emptyPass, thumbnail: '/etc/passwd' });
const aim = process.env.REELSIGHT_TEST_AIM ?? '/etc/passwd';
/** Limits how long a process may outlive its parent. No test observes it for as long as this. */
const mostMs = 120_000;
/** Path of a file that a process in the background writes when it is done. */
const donePath = process.env.REELSIGHT_TEST_DONE;

const act = process.env.REELSIGHT_TEST_INGESTION ?? '';
/** Attacks that run in the background, without a connection to a worker. */
const alone: Record<string, () => Promise<void>> = { 'swap without end': swap, rewrite };
const worker = alone[act] ? null : new Socket({ fd: 3, readable: false, writable: true });
worker?.on('error', () => process.exit(1));
const tell = (message: object): void => void worker?.write(lineOf(message));
const probed = (durationSeconds: number | null): void =>
  tell({ kind: 'probed', durationSeconds, title: null, allPixels: 0 });
const done = () => tell({ kind: 'done' });

function leave(left: object = emptyPass): void {
  writeFileSync(join('out', 'media.json'), JSON.stringify(left));
  writeFileSync(join('out', 'thumbnail.jpg'), 'a picture');
}

function fill(): void {
  for (let count = 0; count < 30; count++)
    writeFileSync(join('out', `part-${count}`), Buffer.alloc(2 ** 20));
}

/** Replaces the thumbnail by a link and by a file in turn. */
async function swap(): Promise<void> {
  const until = Date.now() + mostMs;
  for (let turn = 0; Date.now() < until; turn++) {
    const spare = join('out', `spare-${turn}`);
    try {
      if (turn % 2 === 0) symlinkSync(aim, spare);
      else writeFileSync(spare, 'a picture');
      renameSync(spare, join('out', 'thumbnail.jpg'));
    } catch {
      return;
    }

    if (turn % 50 === 0) await sleep(0);
  }
}

/** Keeps the description open, and overwrites it after the service has taken it away. */
async function rewrite(): Promise<void> {
  const description = openSync(join('out', 'media.json'), 'r+');
  writeFileSync(join('out', 'opened'), '');
  while (existsSync(join('out', 'media.json'))) await sleep(5);
  await sleep(100);
  writeSync(description, evil, 0);
  if (donePath) writeFileSync(donePath, '');
}

const acts: Record<string, (order: string) => void> = {
  swap: (order) => {
    if (order === 'ingest') return probed(2);
    leave();
    done();
    void swap();
  },
  /** Leaves behind a process that is not in its process group. */
  escape: async (order) => {
    if (order === 'ingest') return probed(2);
    leave();
    const env = { ...process.env, REELSIGHT_TEST_INGESTION: 'rewrite' };
    const script = process.argv[1] as string;
    spawn(process.execPath, [script], { detached: true, stdio: 'ignore', env }).unref();
    while (!existsSync(join('out', 'opened'))) await sleep(5);
    done();
  },
  endless: async () => {
    const piece = Buffer.alloc(2 ** 20, 'x');
    for (let megabytes = 0; megabytes < 640; ) {
      try {
        megabytes += writeSync(3, piece) / 2 ** 20;
      } catch (error) {
        if ((error as { code?: string }).code !== 'EAGAIN') throw error;
        await sleep(1);
      }
    }
  },
  flood: (order) => {
    if (order === 'ingest') return probed(2);
    for (let count = 0; count < 5000; count++) tell({ kind: 'progress', fraction: 0.5 });
    leave();
    done();
  },
  negative: () => probed(-1e6),
  nothing: () => probed(null),
  vast: () => probed(1e300),
  twice: () => {
    probed(2);
    probed(2);
  },
  again: (order) => {
    probed(2);
    leave();
    if (order === 'go') done();
  },
  hasty: () => {
    leave();
    probed(2);
    done();
  },
  strange: () => tell({ kind: 'strange' }),
  more: (order) => {
    if (order === 'ingest') return probed(2);
    leave();
    tell({ kind: 'progress', fraction: 0.5, more: 1 });
    done();
  },
  longer: (order) => {
    if (order === 'ingest') return probed(2);
    leave({ ...emptyPass, probe: { ...emptyPass.probe, durationSeconds: 40_000 } });
    done();
  },
  /** Writes many files, each within the size limit of a file, and never ends. */
  fill: (order) => {
    if (order === 'ingest') return probed(2);
    fill();
  },
  litter: (order) => {
    if (order === 'ingest') return probed(2);
    for (let count = 0; count < 2000; count++) writeFileSync(join('out', `${count}`), '');
  },
  'fill at the end': (order) => {
    if (order === 'ingest') return probed(2);
    fill();
    leave();
    done();
  },
  empty: (order) => (order === 'ingest' ? probed(2) : done()),
};

if (alone[act]) await alone[act]();
else {
  process.stdin.on('data', (line) => acts[act]?.(JSON.parse(String(line)).kind));
  process.stdin.on('close', () => process.exit(0));
  tell({ kind: 'ready' });
}
