/**
 * A part reads no more than its own range of the sound and pictures, and gives the same outcome as with the whole
 * files.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import {
  ingestHere,
  mediaDir,
  noMedia,
  samplesOf,
  temporaryDir,
} from '../../testing/media/test-media.ts';
import { EngineMemory } from '../../testing/perception/engine-memory.ts';
import { ownEngines, plainAsk } from '../../testing/perception/perceive-whole.ts';
import { sampleRate, wavFile } from '../engines/wav.ts';
import { piecesOf } from '../media/sound-pack.ts';
import { packRange, soundCells } from './cells.ts';
import type { PartFiles, SpanOrder } from './part.ts';
import { openResources } from './resources.ts';
import { runPart } from './run-part.ts';

// Remembers the engines' answers: the same pictures or sound are not processed twice, whether they come from a range or
// from a whole file.
const { watch } = new EngineMemory();
const resources = openResources({ watch });
after(() => resources.close());
const context = { signal: new AbortController().signal, meter: () => {} };
const ask = {
  ...plainAsk,
  capabilities: ['transcription', 'brands', 'objects'],
  objects: ['person'],
} as const;

const run = (kind: SpanOrder['kind'], span: SpanOrder['span'], files: PartFiles) => {
  const library = { brands: [], logos: [] };
  return runPart(
    { kind, span, jobId: 'job_1', ask, library, files, engines: ownEngines },
    resources,
    context,
  );
};

let ingestedClip: ReturnType<typeof ingestHere> | undefined;

/** A short video with sound, ingested once for all tests. */
function ingestClip(): ReturnType<typeof ingestHere> {
  ingestedClip ??= ingestHere(join(mediaDir, 'vfr.mp4'));
  return ingestedClip;
}

describe('a part with pieces of the files', { skip: noMedia }, () => {
  test('hears what it hears in the whole', async () => {
    const { dir, pass } = await ingestHere(join(mediaDir, 'spoken-brands.mp4'));
    const unpackTo = join(temporaryDir(), 'sound.wav');
    const whole = { path: join(dir, 'sound.pack'), startSeconds: 0, unpackTo };
    const [, cell] = soundCells(pass);
    assert.ok(cell);

    const { offset, bytes, startSeconds } = piecesOf({ pieces: pass.audio?.pieces ?? [] }, cell);
    assert.ok(offset > 0);

    const path = join(temporaryDir(), 'piece.pack');
    writeFileSync(path, readFileSync(whole.path).subarray(offset, offset + bytes));

    const files = { pass: join(dir, 'media.json'), frames: null };
    const span = { from: 1, to: 2 };
    const expected = await run('hear', span, { ...files, sound: whole });
    const piece = { path, startSeconds, unpackTo };
    assert.deepEqual(await run('hear', span, { ...files, sound: piece }), expected);

    const pcm = samplesOf(dir);
    const at = (seconds: number) => Math.round(seconds * sampleRate) * 2;
    const old = join(temporaryDir(), 'audio.wav');
    writeFileSync(old, wavFile(pcm.subarray(at(cell.start), at(cell.end))));

    const wav = { path: old, startSeconds: cell.start, unpackTo: null };
    assert.deepEqual(await run('hear', span, { ...files, sound: wav }), expected);
    assert.ok((expected.found.segments?.length ?? 0) > 3);
    assert.ok(expected.found.segments?.every(({ start }) => start >= cell.start));
  });

  test('reads and detects what it does in the whole', async () => {
    const { dir, pass } = await ingestClip();
    const pack = { path: join(dir, 'frames.pack'), offset: 0 };
    const span = { from: 1, to: 2 };
    const { offset, length } = packRange(pass, span);
    const path = join(temporaryDir(), 'piece.pack');
    writeFileSync(path, readFileSync(pack.path).subarray(offset, offset + length));
    const files = { pass: join(dir, 'media.json'), sound: null };

    for (const kind of ['read', 'detect'] as const) {
      const expected = await run(kind, span, { ...files, frames: pack });
      assert.deepEqual(await run(kind, span, { ...files, frames: { path, offset } }), expected);
    }
  });

  test('without its file it is no part', async () => {
    const { dir } = await ingestClip();
    const files = { pass: join(dir, 'media.json'), sound: null, frames: null };
    for (const kind of ['hear', 'read', 'detect'] as const)
      await assert.rejects(run(kind, { from: 0, to: 1 }, files), /without (sound|pictures)/);
  });
});
