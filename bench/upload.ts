/**
 * Compares an upload to the upload host, which runs in a separate process, with a plain write of as many bytes to the
 * same disk, in turns: `node bench/upload.ts [megabytes] [rounds]`. Targets: the memory of the host grows by less than
 * 64 MB, and the upload is at least half as fast as the write. Both end when the bytes are safely on the disk.
 */
import { fork } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { signUploadUrl, uploadKey } from '../server/src/storage/upload-url.ts';

const megabytes = Number(process.argv[2] ?? 500);
const rounds = Number(process.argv[3] ?? 3);
const megabyte = 2 ** 20;
const sizeBytes = megabytes * megabyte;
const growthLimitMb = 64;

/** Yields chunks that all differ, so that no file system can save space by storing equal ones once. */
function* chunks(): Generator<Buffer> {
  const chunk = Buffer.alloc(64 * 1024);
  for (let index = 0; index < sizeBytes / chunk.length; index += 1) {
    chunk.writeUInt32LE(index, 0);
    yield Buffer.from(chunk);
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
}

async function plainWrite(folder: string): Promise<void> {
  const path = join(folder, 'plain');
  await pipeline(Readable.from(chunks()), createWriteStream(path));
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
  await rm(path);
}

/** Resident memory of a process in MB: now, and its peak. */
async function memory(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const of = (field: string): number =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: of('VmRSS'), most: of('VmHWM') };
}

async function upload(port: number, round: number): Promise<void> {
  const contentType = 'video/mp4';
  const url = await signUploadUrl(`http://127.0.0.1:${port}`, 'secret of the test', {
    key: uploadKey('ws_bench', `upload_${round}`, contentType),
    contentType,
    sizeBytes,
    expiresAt: Math.floor(Date.now() / 1000) + 3600,
  });
  const headers = { 'Content-Type': contentType, 'Content-Length': sizeBytes };
  const call = request(url, { method: 'PUT', headers });
  const answered = new Promise<number>((resolve, reject) => {
    call.once('error', reject).once('response', (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
  });

  await pipeline(Readable.from(chunks()), call);
  const status = await answered;
  if (status >= 300) throw new Error(`answer ${status}`);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const folder = await mkdtemp(join(tmpdir(), 'reelsight-bench-'));
const store = join(folder, 'storage');
await mkdir(store);
const script = new URL('../server/testing/storage/upload-host-process.ts', import.meta.url);
const host = fork(script, [store], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
try {
  const [line] = (await host.stdout?.take(1).toArray()) ?? [];
  const port = Number(line);
  const pid = host.pid as number;
  const before = await memory(pid);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const plain = await seconds(() => plainWrite(folder));
    const ours = await seconds(() => upload(port, round));
    ratios.push(plain / ours);
    await rm(join(store, 'uploads'), { recursive: true });
    console.log(
      `${megabytes} MB: upload ${(megabytes / ours).toFixed(0)} MB/s, plain write ${(megabytes / plain).toFixed(0)} MB/s`,
    );
  }
  const after = await memory(pid);
  console.log(
    `upload at ${median(ratios).toFixed(2)} of a plain write (target 0.5); memory of the host ${before.now.toFixed(0)} MB, at most ${after.most.toFixed(0)} MB: ${(after.most - before.now).toFixed(0)} MB more (target ${growthLimitMb})`,
  );
} finally {
  host.kill();
  await rm(folder, { recursive: true, force: true });
}
