/**
 * The cache of parts: what is stored equals what is computed, any change leads to a new computation, and a damaged
 * cache only costs time.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
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
import type { Probed } from '../../server/src/jobs/ingestion/ingestion-messages.ts';
import type { IngestionProcesses } from '../../server/src/jobs/ingestion/ingestion-processes.ts';
import { computePart } from '../../server/src/jobs/parts/compute-part.ts';
import { ingestMedia } from '../../server/src/media/ingest.ts';
import { frameCells, soundCells } from '../../server/src/perception/cells.ts';
import type {
  JoinOrder,
  PartKind,
  PartOrder,
  SpanOrder,
} from '../../server/src/perception/part.ts';
import { cutClip } from '../../server/testing/media/cut-clip.ts';
import { ingestHere, limits, temporaryDir } from '../../server/testing/media/test-media.ts';
import {
  type DonePart,
  filesIn,
  keepPart,
  takeKeptPart,
} from '../../server/testing/part-cache/kept-part.ts';
import { keep, readKept, trimPartCache } from '../../server/testing/part-cache/part-cache.ts';
import {
  fieldsRead,
  partKey,
  sources,
  sourcesFingerprint,
} from '../../server/testing/part-cache/part-key.ts';
import { Gate, testWorker } from '../../server/testing/part-cache/stand-ins.ts';
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

async function compute(order: PartOrder): Promise<DonePart> {
  const answer = await computePart(order, { signal: new AbortController().signal });
  assert.equal(answer.kind, 'done', JSON.stringify(answer));
  return answer as DonePart;
}

function keyOf(order: PartOrder, computedBy?: string): string {
  const key = partKey(order, computedBy);
  assert.ok(key !== null);
  return key;
}

describe('a part that is kept', () => {
  for (const kind of ['hear', 'speakers', 'read', 'detect'] as const) {
    test(`${kind}: equals the same part computed anew`, async () => {
      const folder = temporaryDir();
      const key = keyOf(orders[kind]);
      keepPart(key, orders[kind], await compute(orders[kind]), folder);

      const other = { ...orders[kind], jobId: 'job_other' };
      const again = await compute(other);
      const kept = takeKeptPart(keyOf(other), other, folder);
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

  test('join: its files equal those of one computed anew, with the name of the other job', async () => {
    const folder = temporaryDir();
    const first = await joinOrder('job_kept');
    keepPart(keyOf(first), first, await compute(first), folder);

    const other = await joinOrder('job_other');
    const kept = takeKeptPart(keyOf(other), other, folder);
    const anew = await joinOrder('job_other');
    const computed = await compute(anew);
    assert.deepEqual(kept?.usage, computed.usage);

    const taken = filesIn(other.outDir);
    const made = filesIn(anew.outDir);
    assert.deepEqual([...taken.keys()].toSorted(), [...made.keys()].toSorted());
    assert.ok(taken.has('frames/thumbnail.jpg'), [...taken.keys()].join());

    for (const [name, bytes] of taken)
      assert.deepEqual(timeless(bytes), timeless(made.get(name)), name);
  });

  test('join: is not kept where the storyboard could not be written', async () => {
    const folder = temporaryDir();
    const order = await joinOrder('job_kept');
    const answer = await compute(order);
    const meta = { storyboard_unavailable: true };
    writeFileSync(join(order.outDir, 'results.json'), JSON.stringify({ meta }));
    keepPart(keyOf(order), order, answer, folder);
    assert.deepEqual(readdirSync(folder), []);
  });

  test('join: is not found with another artifact, title or number of proof frames', async () => {
    const order = await joinOrder('job_kept');
    const artifact = join(temporaryDir(), 'hear.json');
    writeFileSync(artifact, JSON.stringify({ failure: 'none', spans: [] }));

    const parts = order.parts.map((part) => ({ ...part, path: artifact }));
    const others = [
      order,
      { ...order, parts },
      { ...order, title: 'x' },
      { ...order, proofFrames: 1 },
    ];
    assert.equal(new Set(others.map((one) => keyOf(one))).size, others.length);
  });

  test('is not found by other sound, pictures, names or cells', () => {
    const { hear, read } = orders;
    const others: SpanOrder[] = [
      { ...hear, files: { ...hear.files, sound: read.files.frames && soundAt(hear, 0.5) } },
      { ...hear, ask: { ...ask, brands: ['Globex'] } },
      { ...hear, ask: { ...ask, language: 'de' } },
      { ...hear, ask: { ...ask, glossary_terms: ['Kubernetes'] } },
      { ...hear, library: { ...hear.library, terms: [{ term: 'Acme', sounds: [] }] } },
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

  test('is not kept where a model server takes part', () => {
    const remote = { url: 'http://127.0.0.1:1/v1' } as unknown as typeof ownEngines.remote;
    assert.equal(partKey({ ...orders.read, engines: { ...ownEngines, remote } }), null);
  });
});

/** The order for a join of transcribed speech and recognised text. */
async function joinOrder(jobId: string): Promise<JoinOrder> {
  const folder = temporaryDir();
  const outDir = join(folder, 'merging');
  mkdirSync(join(outDir, 'frames'), { recursive: true });

  const parts = await Promise.all(
    (['hear', 'read'] as const).map(async (kind) => {
      const path = join(folder, `${kind}.json`);
      writeFileSync(path, JSON.stringify((await compute(orders[kind])).outcome.artifact));
      return { kind, span: orders[kind].span, path };
    }),
  );
  const { span: _, ...base } = orders.read;

  return {
    ...base,
    kind: 'join',
    jobId,
    parts,
    outDir,
    title: 'A clip',
    metadata: null,
    flags: [],
    ask: { ...ask, capabilities: ['transcription', 'brands', 'metadata'] },
    transcript: null,
    proofFrames: 20,
    storyboardTiles: 20,
    withoutModel: false,
  };
}

/** The content without the time at which it was made. */
const timeless = (bytes: Uint8Array | undefined): string =>
  Buffer.from(bytes ?? [])
    .toString('latin1')
    .replace(/"fetched_at":"[^"]*"/, '');

describe('an ingestion that is kept', () => {
  const request = (source: string) => ({
    source,
    outDir: temporaryDir(),
    fps: 1,
    limits,
    audioTrack: null,
    range: { from: null, to: null },
  });

  test('leaves the same files without a process, unless it would have been let go on less far', async () => {
    const source = join(temporaryDir(), 'clip.mp4');
    await cutClip(sampleVideo, source, clipSeconds);
    // Makes the file different from every file ingested before.
    await appendFile(
      source,
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('free'), randomBytes(16)]),
    );

    let opened = 0;
    const open = () => {
      opened += 1;
      return {
        run: ingestInThisProcess,
        close: async () => undefined,
      } as unknown as IngestionProcesses;
    };
    const ran = async (maxSeconds: number) => {
      const asked = request(source);
      const { standIns } = testWorker({ gate: new Gate(), usesCache: true });
      const processes = standIns?.processes?.(open);
      const told: string[] = [];
      const watcher = {
        onPid: () => undefined,
        onProgress: (fraction: number) => void told.push(`progress ${fraction}`),
        onProbed: async ({ durationSeconds }: Probed) => {
          told.unshift(`probed ${durationSeconds.toFixed(1)}`);
          return { maxSeconds, budgetSeconds: 1e6 };
        },
      };
      await processes?.run(asked, watcher, new AbortController().signal);

      return { told, files: filesIn(asked.outDir) };
    };
    const first = await ran(1e6);
    const second = await ran(1e6);

    assert.equal(opened, 1);
    assert.deepEqual(second.files, first.files);
    assert.deepEqual([second.told[0], second.told.at(-1)], [first.told[0], 'progress 1']);
    await assert.rejects(ran(1), { code: 'VIDEO_TOO_LONG' });
    assert.equal(opened, 2);
  });
});

/** Ingests as the separate process does, but in this process. */
const ingestInThisProcess: IngestionProcesses['run'] = async (
  { source, ...asked },
  { onProbed, onProgress },
  signal,
) => {
  await ingestMedia({
    ...asked,
    path: source,
    signal,
    onProgress,
    onProbed: ({ durationSeconds, allPixels }) =>
      onProbed({ durationSeconds, title: null, allPixels }),
  });
};

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
  const value = { text: 'heard', bytes: Buffer.from([1, 2, 3]) };

  test('a file that was cut off is nothing, and goes away', () => {
    const folder = temporaryDir();
    keep('key', value, folder);
    const file = join(folder, 'key');
    truncateSync(file, readFileSync(file).length - 2);
    assert.equal(readKept('key', folder), null);
    assert.deepEqual(readdirSync(folder), []);
  });

  test('a folder that can’t be written costs nothing but the part', () => {
    const folder = join(temporaryDir(), 'a-file');
    writeFileSync(folder, '');
    keep('key', value, folder);
    assert.equal(readKept('key', folder), null);
    trimPartCache(folder);
  });

  test('two runs that write the same part leave a whole one at every moment', async () => {
    const folder = temporaryDir();
    const module = pathToFileURL(
      fileURLToPath(new URL('../../server/testing/part-cache/part-cache.ts', import.meta.url)),
    );
    const writes = `const { keep } = await import(${JSON.stringify(module.href)});
      const value = { text: 'heard', bytes: Buffer.from([1, 2, 3]) };
      for (let count = 0; count < 300; count += 1) keep('key', value, ${JSON.stringify(folder)});`;
    const writer = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', writes]);

    keep('key', value, folder);

    let underWay = true;
    const both = Promise.all([writer(), writer()]).finally(() => {
      underWay = false;
    });

    while (underWay) {
      assert.deepEqual(readKept('key', folder), value);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }

    await both;
    assert.deepEqual(readdirSync(folder), ['key']);
  });

  test('what was not used for longest goes first when it is full', () => {
    const folder = temporaryDir();

    for (const [index, key] of ['oldest', 'older', 'newest'].entries()) {
      keep(key, value, folder);
      utimesSync(join(folder, key), index, index);
    }

    readKept('oldest', folder);
    const bytes = readFileSync(join(folder, 'oldest')).length;
    trimPartCache(folder, 2 * bytes);
    assert.deepEqual(readdirSync(folder).sort(), ['newest', 'oldest']);
  });
});
