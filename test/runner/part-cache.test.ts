/** The cache of parts: what is kept equals what is computed, a change misses, and a damaged cache costs time alone. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Ask } from '@reelsight/contract';
import { computePart } from '../../server/src/jobs/compute-part.ts';
import { frameCells, soundCells } from '../../server/src/perception/cells.ts';
import type { PartKind, SpanOrder } from '../../server/src/perception/part.ts';
import { cutClip } from '../../server/testing/media/cut-clip.ts';
import { ingestHere, temporaryDir } from '../../server/testing/media/test-media.ts';
import {
  type KeptPart,
  keepPart,
  readPart,
  trimPartCache,
} from '../../server/testing/part-cache/part-cache.ts';
import {
  fieldsRead,
  partKey,
  sources,
  sourcesFingerprint,
} from '../../server/testing/part-cache/part-key.ts';
import { ownEngines, plainAsk } from '../../server/testing/perception/perceive-whole.ts';
import { sampleVideo } from '../../server/testing/sample-video.ts';

type SpanKind = Exclude<PartKind, 'join'>;

const ask: Ask = {
  ...plainAsk,
  capabilities: ['transcription', 'brands', 'objects'],
  brands: ['Acme'],
  objects: ['person'],
};
const clipSeconds = 3;

let orders: Readonly<Record<SpanKind, SpanOrder>>;
before(async () => {
  const clip = join(temporaryDir(), 'clip.mp4');
  await cutClip(sampleVideo, clip, clipSeconds);
  const { dir, pass } = await ingestHere(clip);
  const sound = { path: join(dir, 'sound.pack'), startSeconds: 0 };
  const base = { jobId: 'job_kept', ask, library: { brands: [], logos: [] }, engines: ownEngines };
  const order = (kind: SpanKind, cells: number): SpanOrder => ({
    ...base,
    kind,
    span: { from: 0, to: cells },
    files: {
      pass: join(dir, 'media.json'),
      sound: { ...sound, unpackTo: join(dir, `${kind}.wav`) },
      frames: { path: join(dir, 'frames.pack'), offset: 0 },
    },
  });
  const ofSound = soundCells(pass).length;
  const ofFrames = frameCells(pass).length;
  orders = {
    hear: order('hear', ofSound),
    speakers: order('speakers', ofSound),
    read: order('read', ofFrames),
    detect: order('detect', ofFrames),
  };
});

async function compute(order: SpanOrder): Promise<KeptPart> {
  const answer = await computePart(order, { signal: new AbortController().signal });
  assert.equal(answer.kind, 'done', JSON.stringify(answer));
  return answer as KeptPart;
}

function keyOf(order: SpanOrder, computedBy?: string): string {
  const key = partKey(order, computedBy);
  assert.ok(key !== null);
  return key;
}

describe('a part that is kept', () => {
  for (const kind of ['hear', 'speakers', 'read', 'detect'] as const) {
    test(`${kind}: equals the same part computed anew`, async () => {
      const folder = temporaryDir();
      const key = keyOf(orders[kind]);
      keepPart(key, await compute(orders[kind]), folder);

      const again = await compute({ ...orders[kind], jobId: 'job_other' });
      const kept = readPart(keyOf({ ...orders[kind], jobId: 'job_other' }), folder);
      assert.deepEqual(kept?.outcome, JSON.parse(JSON.stringify(again.outcome)));
      assert.deepEqual(kept?.usage, again.usage);
    });

    test(`${kind}: its key knows every field of the ask that it reads`, async () => {
      const readFields = new Set<string>();
      const watched = new Proxy(ask, {
        get(target, field, receiver) {
          readFields.add(String(field));
          return Reflect.get(target, field, receiver);
        },
      });
      await compute({ ...orders[kind], ask: watched });
      const known: readonly string[] = [...fieldsRead[kind], 'capabilities'];
      const unknown = [...readFields].filter((field) => !known.includes(field));
      assert.deepEqual(unknown, []);
    });
  }

  test('is not found by other sound, pictures, names or cells', () => {
    const { hear, read } = orders;
    const others: SpanOrder[] = [
      { ...hear, files: { ...hear.files, sound: read.files.frames && soundAt(hear, 0.5) } },
      { ...hear, ask: { ...ask, brands: ['Globex'] } },
      { ...hear, ask: { ...ask, language: 'de' } },
      { ...hear, span: { from: 0, to: hear.span.to + 1 } },
      { ...hear, engines: { ...ownEngines, threads: 2 } },
    ];
    const keys = [hear, ...others].map((order) => keyOf(order));
    assert.equal(new Set(keys).size, keys.length);
    const withoutBrands = { ...read, ask: { ...ask, capabilities: ['custom_query' as const] } };
    assert.notEqual(keyOf(withoutBrands), keyOf(read));
  });

  test('is not found on another kind of processor', () => {
    assert.notEqual(keyOf(orders.read, 'another processor'), keyOf(orders.read, 'this processor'));
  });

  test('is not kept where a model server takes part, or for a join', () => {
    const remote = { url: 'http://127.0.0.1:1/v1' } as unknown as typeof ownEngines.remote;
    assert.equal(partKey({ ...orders.read, engines: { ...ownEngines, remote } }), null);
    assert.equal(partKey({ ...orders.read, kind: 'join' } as never), null);
  });
});

const soundAt = ({ files }: SpanOrder, startSeconds: number) =>
  files.sound && { ...files.sound, startSeconds };

test('a change of one line of a source misses', async () => {
  const copy = temporaryDir();
  const checkout = fileURLToPath(new URL('../..', import.meta.url));
  for (const file of globSync(sources, { cwd: checkout })) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(checkout, file), join(copy, file));
  }
  const before = sourcesFingerprint(copy);
  assert.equal(before, sourcesFingerprint());

  await appendFile(join(copy, 'server/src/perception/cells.ts'), '// one line more\n');
  assert.notEqual(sourcesFingerprint(copy), before);
});

describe('a damaged cache', () => {
  const part: KeptPart = {
    kind: 'done',
    usage: { audio_seconds: 3 },
    work: [],
    outcome: { artifact: { spans: [] }, found: {} },
    memory: 1,
  };

  test('a file that was cut off is no part, and goes away', () => {
    const folder = temporaryDir();
    keepPart('key', part, folder);
    const file = join(folder, 'key');
    truncateSync(file, readFileSync(file).length - 2);
    assert.equal(readPart('key', folder), null);
    assert.deepEqual(readdirSync(folder), []);
  });

  test('a folder that can’t be written costs nothing but the part', () => {
    const folder = join(temporaryDir(), 'a-file');
    writeFileSync(folder, '');
    keepPart('key', part, folder);
    assert.equal(readPart('key', folder), null);
    trimPartCache(folder);
  });

  test('two runs that write the same part leave a whole one at every moment', async () => {
    const folder = temporaryDir();
    const module = pathToFileURL(
      fileURLToPath(new URL('../../server/testing/part-cache/part-cache.ts', import.meta.url)),
    );
    const writes = `const { keepPart } = await import(${JSON.stringify(module.href)});
      const part = ${JSON.stringify(part)};
      for (let count = 0; count < 300; count += 1) keepPart('key', part, ${JSON.stringify(folder)});`;
    const writer = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', writes]);
    keepPart('key', part, folder);

    let underWay = true;
    const both = Promise.all([writer(), writer()]).finally(() => {
      underWay = false;
    });
    while (underWay) {
      assert.deepEqual(readPart('key', folder), part);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await both;
    assert.deepEqual(readdirSync(folder), ['key']);
  });

  test('what was not used for longest goes first when it is full', () => {
    const folder = temporaryDir();
    for (const [index, key] of ['oldest', 'older', 'newest'].entries()) {
      keepPart(key, part, folder);
      utimesSync(join(folder, key), index, index);
    }
    readPart('oldest', folder);
    const bytes = readFileSync(join(folder, 'oldest')).length;
    trimPartCache(folder, 2 * bytes);
    assert.deepEqual(readdirSync(folder).sort(), ['newest', 'oldest']);
  });
});
