/** Requested objects, from pictures to results, with engines that work, fail, lie, or know only some names. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault, objectResult } from '@reelsight/contract';
import { cpuMs } from '../../../testing/cpu-time.ts';
import { drawnPass } from '../../../testing/perception/drawn-pass.ts';
import { seeObjects } from '../../../testing/perception/seen-whole.ts';
import type { CallContext, EngineInfo, RgbImage } from '../../engines/engine.ts';
import type { DetectedObject, ObjectEngine, SegmentEngine } from '../../engines/objects.ts';
import type { VisionEngine } from '../../engines/vision.ts';
import { fewImages } from '../looks.ts';
import type { ObjectEngines } from './detect-cells.ts';

const context: CallContext = { signal: new AbortController().signal, meter: () => {} };

/** A picture with its number in the first pixel; the rest is noise, so that no two pictures are alike. */
function numbered(number: number): RgbImage {
  const data = new Uint8Array(320 * 180 * 3).map((_, i) => ((i >> 4) * 31 + number * 57) % 251);
  data[0] = number;
  return { width: 320, height: 180, data };
}

const box = { x: 0.3, y: 0.3, width: 0.2, height: 0.2 };
/** The same box within a close-up, which is a square around it with 1.6 times its longer side. */
const closeUp = { x: 0.19, y: 0.32, width: 0.63, height: 0.35 };

interface Eyes {
  readonly vocabulary?: readonly string[] | null;
  readonly kind?: EngineInfo['kind'];
  readonly costly?: boolean;
  /** The detections in a whole picture, given its number. */
  readonly sees: (number: number) => readonly Omit<DetectedObject, 'box'>[];
  readonly confirms?: boolean;
}

function engineOf({
  vocabulary = null,
  kind = 'embedded',
  costly = false,
  sees,
  confirms = true,
}: Eyes) {
  const calls: number[] = [];
  let closeUps = 0;
  const engine: ObjectEngine = {
    info: { name: `${kind}-eyes`, version: '1', kind },
    vocabulary,
    costly,
    minConfidence: 0.5,
    detect: async (image, names) => {
      const whole = image.width === 320;
      if (!whole) closeUps++;
      if (!whole)
        return confirms ? names.map((name) => ({ name, confidence: 0.8, box: closeUp })) : [];

      const number = image.data[0] as number;
      calls.push(number);

      return sees(number)
        .filter(({ name }) => names.includes(name))
        .map((one) => ({ ...one, box }));
    },
    close: async () => {},
  };

  return { engine, calls, closeUps: () => closeUps };
}

const dogFrom =
  (from: number, to: number, confidence = 0.8) =>
  (number: number) =>
    number >= from && number <= to ? [{ name: 'dog', confidence }] : [];
const broken = (): never => {
  throw new Fault('ANALYSIS_FAILED', 'out of order');
};

const video = (count = 10, cut = 5) =>
  drawnPass(
    Array.from({ length: count }, (_, i) => numbered(i)),
    {
      shots: [
        { start: 0, end: cut },
        { start: cut, end: count },
      ],
    },
  );

function look(
  names: readonly string[],
  engines: readonly ObjectEngine[],
  more: Partial<ObjectEngines> = {},
  pictures = video(),
) {
  const all = { objects: engines, outlines: null, vision: null, ...more };
  return seeObjects(pictures, { names, costlyLooks: 4 }, all, context);
}

describe('results', () => {
  test('have tracks within shots under the asked names, and fit the contract', async () => {
    const { engine } = engineOf({ vocabulary: ['dog', 'cat'], sees: dogFrom(3, 7) });
    const seen = await look(['Puppies', 'cat', 'unicorn', 'PUPPIES'], [engine]);
    const [dogs, ...more] = seen.built.map(({ result }) => objectResult.parse(result));

    assert.equal(more.length, 0);
    assert.equal(dogs?.name, 'Puppies');
    assert.equal(dogs.category, 'animal');
    assert.deepEqual(
      dogs.appearances.map((a) => [a.timestamp_start, a.timestamp_end]),
      [
        [2.5, 4.5],
        [5, 7.5],
      ],
    );
    assert.ok(dogs.frames.every(({ verified }) => verified));
    assert.deepEqual(seen.notFound, ['cat']);
    assert.deepEqual(seen.unsupported, ['unicorn']);
    assert.equal(seen.degraded, false);
  });

  test('two words for one thing are both answered', async () => {
    const { engine } = engineOf({
      vocabulary: ['person'],
      sees: () => [{ name: 'person', confidence: 0.9 }],
    });
    const seen = await look(['man', 'women'], [engine]);
    assert.deepEqual(
      seen.built.map(({ result }) => result.name),
      ['man', 'women'],
    );
  });

  test('weak sightings alone are nothing, beside sure ones they carry them on', async () => {
    const weak = engineOf({ sees: dogFrom(0, 4, 0.3), confirms: false });
    assert.deepEqual((await look(['dog'], [weak.engine])).notFound, ['dog']);
    const mixed = engineOf({
      sees: (n) => (n > 4 ? [] : [{ name: 'dog', confidence: n > 0 && n < 4 ? 0.8 : 0.3 }]),
    });
    const seen = await look(['dog'], [mixed.engine]);
    assert.equal(seen.built[0]?.result.frames.length, 5);
  });

  test('what flashes once weakly is nothing; what is sure may be there for one moment only', async () => {
    const seen = (confidence: number, at: number) =>
      look(['dog'], [engineOf({ sees: dogFrom(at, at, confidence), confirms: false }).engine]);
    assert.deepEqual((await seen(0.5, 2)).notFound, ['dog']);
    assert.equal((await seen(0.95, 2)).built[0]?.result.frames.length, 1);
  });

  test('a second look decides what is likely but not sure, and says what is verified', async () => {
    const seen = (confidence: number, confirms: boolean) =>
      look(['dog'], [engineOf({ sees: dogFrom(1, 4, confidence), confirms }).engine]);
    assert.equal((await seen(0.6, true)).built[0]?.verified[0], true);
    assert.deepEqual((await seen(0.6, false)).notFound, ['dog']);
    const sure = (await seen(0.95, false)).built[0];
    assert.equal(sure?.verified[0], false);
    assert.ok((sure?.result.confidence ?? 1) < 0.95);
  });

  test('a second look is not taken where it could not help', async () => {
    const { engine, closeUps } = engineOf({ sees: dogFrom(1, 4, 0.02) });
    assert.deepEqual((await look(['dog'], [engine])).notFound, ['dog']);
    assert.equal(closeUps(), 0);
  });

  test('stops at once when it is told to', async () => {
    const stop = new AbortController();
    const { engine } = engineOf({
      sees: (n) => {
        if (n === 3) stop.abort(new Error('enough'));
        return dogFrom(0, 9)(n);
      },
    });
    const all = { objects: [engine], outlines: null, vision: null };
    const options = { names: ['dog'], costlyLooks: 4 };
    const run = seeObjects(video(), options, all, { ...context, signal: stop.signal });

    await assert.rejects(run, /enough/);
  });
});

describe('a shot of many cells', () => {
  const all = { outlines: null, vision: null };
  const inParts = (pictures: ReturnType<typeof video>, engine: ObjectEngine, parts: number) =>
    seeObjects(
      pictures,
      { names: ['dog'], costlyLooks: 4 },
      { ...all, objects: [engine] },
      context,
      parts,
    );

  test('is one track, however it is cut', async () => {
    const film = video(150, 150);
    const { engine } = engineOf({ sees: dogFrom(20, 130) });
    const whole = await inParts(film, engine, 1);
    const [dog, ...more] = whole.built;

    assert.equal(more.length, 0);
    assert.deepEqual(
      dog?.result.appearances.map((a) => [a.timestamp_start, a.timestamp_end]),
      [[19.5, 130.5]],
    );
    for (const parts of [2, 3]) assert.deepEqual(await inParts(film, engine, parts), whole);
  });

  test('what is too weak in one cell counts with what is seen in the next', async () => {
    // The border between the two cells is at second 60.
    const { engine } = engineOf({
      sees: (n) => [{ name: 'dog', confidence: n < 58 ? 0 : n < 60 ? 0.15 : n < 64 ? 0.9 : 0 }],
    });
    const seen = await inParts(video(90, 90), engine, 2);
    assert.equal(seen.built[0]?.result.appearances.length, 1);
    assert.equal(seen.unverified, false);
  });

  test('a costly engine is shown as many pictures of the whole as its limit says', async () => {
    const { engine, calls } = engineOf({ costly: true, sees: dogFrom(0, 149) });
    const whole = await inParts(video(150, 150), engine, 1);
    assert.equal(calls.length, 4);
    assert.deepEqual(await inParts(video(150, 150), engine, 3), whole);
  });
});

describe('engines', () => {
  const eyes = (confirm: VisionEngine['confirm']): VisionEngine => ({
    info: { name: 'v', version: '1', kind: 'remote' },
    confirm,
    surfaceOf: async () => null,
  });

  test('a vision model takes the second look where there is one', async () => {
    const { engine } = engineOf({ sees: dogFrom(1, 4) });
    const asked: string[] = [];
    const vision = eyes(async (_image, { name }) => {
      asked.push(name);
      return false;
    });
    assert.equal((await look(['dog'], [engine], { vision })).built.length, 0);
    assert.deepEqual(asked, ['dog', 'dog', 'dog']);

    const failing = await look(['dog'], [engine], { vision: eyes(async () => broken()) });
    assert.equal(failing.unverified, true);
    assert.equal(failing.built[0]?.verified[0], false);
  });

  test('each name goes to the first that can see it', async () => {
    const coco = engineOf({ vocabulary: ['dog'], sees: dogFrom(0, 9) });
    const open = engineOf({
      kind: 'local',
      sees: () => [
        { name: 'unicorn', confidence: 0.9 },
        { name: 'dog', confidence: 0.9 },
      ],
    });
    const seen = await look(['dog', 'unicorn'], [coco.engine, open.engine]);

    assert.deepEqual(
      seen.built.map(({ result }) => result.name),
      ['dog', 'unicorn'],
    );
    assert.deepEqual(
      seen.engines.map(({ kind }) => kind),
      ['embedded', 'local'],
    );
  });

  test('one that fails hands its names to the next, and that is told', async () => {
    const remote = engineOf({ kind: 'remote', sees: broken });
    const coco = engineOf({ vocabulary: ['dog'], sees: dogFrom(0, 9) });
    const seen = await look(['dog'], [remote.engine, coco.engine]);

    assert.equal(seen.built[0]?.result.name, 'dog');
    assert.equal(seen.degraded, true);
    assert.deepEqual(
      seen.engines.map(({ kind }) => kind),
      ['embedded'],
    );
  });

  test('a remote one may fail now and then', async () => {
    const shaky = engineOf({
      kind: 'remote',
      sees: (n) => (n % 3 === 1 ? broken() : dogFrom(0, 9)(n)),
    });
    const seen = await look(['dog'], [shaky.engine]);
    assert.equal(seen.built[0]?.result.name, 'dog');
  });

  test('all failing is a failure, none that knows the names is not', async () => {
    const remote = engineOf({ kind: 'remote', sees: broken });
    await assert.rejects(look(['dog'], [remote.engine]), { code: 'ANALYSIS_FAILED' });
    const coco = engineOf({ vocabulary: ['dog'], sees: dogFrom(0, 9) });
    const seen = await look(['🐉', '.*', 'x'.repeat(100)], [coco.engine]);
    assert.equal(seen.unsupported.length, 3);
    assert.deepEqual(coco.calls, []);
  });

  test('a costly one is shown a few pictures over all shots', async () => {
    const open = engineOf({ costly: true, sees: dogFrom(0, 9) });
    const seen = await look(['dog'], [open.engine]);
    assert.equal(open.calls.length, 4);
    assert.equal(seen.built[0]?.result.frames.length, 10);
  });

  test('outlines are added to the surest moment; a segmenter that fails costs only them', async () => {
    const { engine } = engineOf({ sees: dogFrom(1, 3) });
    const ring = [
      [0.1, 0.1],
      [0.2, 0.1],
      [0.2, 0.2],
    ] as const;
    const outlines: SegmentEngine = {
      info: { name: 's', version: '1', kind: 'local' },
      outline: async (_image, boxes) => boxes.map(() => [ring]),
      close: async () => {},
    };
    const seen = await look(['dog'], [engine], { outlines });
    assert.deepEqual(seen.built[0]?.result.appearances[0]?.outline, [ring]);

    const failing = await look(['dog'], [engine], {
      outlines: { ...outlines, outline: async () => broken() },
    });
    assert.equal(failing.degraded, true);
    assert.equal(failing.built.length, 1);
  });
});

test('a few pictures: one a shot first, each sample nearest to one, none across a cut', () => {
  const { pass } = video(40, 13);
  const looks = fewImages(pass, 6);
  assert.equal(looks.length, 6);

  const covered = looks.flatMap(({ samples }) => samples);
  assert.equal(new Set(covered).size, covered.length);

  for (const { image, samples } of looks) {
    const shot = pass.frames[image]?.shot;
    assert.ok(samples.includes(image));
    assert.ok(samples.every((sample) => pass.frames[sample]?.shot === shot));
  }

  assert.equal(fewImages(pass, 1).length, 1);
  assert.equal(fewImages(pass, 100).length, 40);
});

test('a few pictures of one long shot are chosen soon', () => {
  const frames = Array.from({ length: 14_400 }, (_, i) => ({
    timestamp: i / 4,
    image: i,
    shot: 0,
  }));
  const startedAt = cpuMs();
  const looks = fewImages({ ...video(1).pass, frames }, 60);

  assert.ok(cpuMs() - startedAt < 2000);
  assert.equal(looks.length, 60);
  assert.ok(looks.every(({ samples }) => samples.length > 1));
});
