/**
 * Shows what ingestion finds in each file of a folder, or why it refuses the file; each file gets its own process.
 * `node bench/odd-files.ts FOLDER|FILE …`; exits with 1 if a file hangs, crashes or fails without a documented fault.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Fault } from '@reelsight/contract';
import { ingestMedia } from '../server/src/media/ingest.ts';

const timeoutMs = 120_000;

async function ingestOne(path: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'reelsight-odd-'));
  try {
    const { probe, audio, frames, images, shots } = await ingestMedia({
      path,
      outDir,
      fps: 1,
      limits: {
        maxSidePixels: 8192,
        maxFramePixels: 40e6,
        frameSidePixels: 1280,
        maxDurationSeconds: 36_000,
        maxOutputBytes: 2 ** 34,
      },
      signal: new AbortController().signal,
    });
    const { container, durationSeconds, video } = probe;
    const picture = video && `${video.codec} ${video.width}x${video.height}`;
    const sound = audio && `${probe.audio?.codec} ${audio.durationSeconds.toFixed(2)} s`;
    const cuts = shots.slice(1).map(({ start }) => start.toFixed(2));

    return `ok ${container} ${durationSeconds.toFixed(2)} s, picture ${picture} (${frames.length} frames, ${images.length} images, cuts ${cuts.join(' ')}), sound ${sound}`;
  } catch (error) {
    if (error instanceof Fault) return `${error.code}: ${error.message} [${error.detail}]`;
    throw error;
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

function ingestApart(path: string): boolean {
  const child = spawnSync(process.execPath, [import.meta.filename, '--one', path], {
    timeout: timeoutMs,
    encoding: 'utf8',
  });
  const isFine = child.status === 0;
  const outcome = isFine ? child.stdout.trim() : `WRONG ${child.signal ?? child.stderr.trim()}`;
  console.log(`${basename(path)}: ${outcome}`);

  return isFine;
}

const [first = '', ...rest] = process.argv.slice(2);
if (first === '--one') {
  console.log(await ingestOne(rest[0] ?? ''));
} else {
  const files = [first, ...rest].flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path)
          .sort()
          .map((name) => join(path, name))
      : path,
  );
  const outcomes = files.map(ingestApart);
  process.exitCode = outcomes.every(Boolean) ? 0 : 1;
}
