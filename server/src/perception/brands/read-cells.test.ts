/**
 * Brands from pictures and speech to results, with a real text engine and fake vision engines that work, fail or lie.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brandResult, Fault } from '@reelsight/contract';
import { cpuMs } from '../../../testing/cpu-time.ts';
import { drawScene } from '../../../testing/engines/wordmark-scene.ts';
import { drawnPass } from '../../../testing/perception/drawn-pass.ts';
import { EngineMemory } from '../../../testing/perception/engine-memory.ts';
import { type BrandOptions, seeBrands } from '../../../testing/perception/seen-whole.ts';
import type { CallContext, RgbImage } from '../../engines/engine.ts';
import type { LogoEngine } from '../../engines/logos.ts';
import { openPaddleOcr } from '../../engines/paddle-ocr/paddle-ocr.ts';
import type { TextEngine } from '../../engines/text.ts';
import type { VisionEngine } from '../../engines/vision.ts';
import { frameCells } from '../cells.ts';
import type { Pictures } from '../frame-reader.ts';
import type { Lexicon } from './brand-lexicon.ts';
import { loadLexicon } from './brand-names.ts';
import type { BrandEngines } from './read-cells.ts';

let text: TextEngine;
let lexicon: Lexicon;
before(async () => {
  // The engine's readings are remembered, because most tests show it the same pictures and are about what follows.
  text = new EngineMemory().text(await openPaddleOcr());
  lexicon = await loadLexicon({ operatorFile: null });
});
after(() => text.close());

const context: CallContext = { signal: new AbortController().signal, meter: () => {} };
const scene = (marks: Parameters<typeof drawScene>[0]['marks']): Promise<RgbImage> =>
  drawScene({ width: 640, height: 360, background: '#28323c', ink: '#f2f2f2', marks });

const look = (
  pictures: Pictures | null,
  options: Partial<BrandOptions> = {},
  engines: Partial<BrandEngines> = {},
  parts = 1,
) =>
  seeBrands(
    pictures,
    {
      targets: [],
      surfaces: [],
      return_proof: true,
      segments: [],
      lexicon,
      costlyLooks: 10,
      ...options,
    },
    { text, logos: null, vision: null, ...engines },
    context,
    parts,
  );

const info = { name: 'test', version: '1', kind: 'remote' } as const;
const logosBy = (find: LogoEngine['find']): LogoEngine => ({
  info,
  source: 'model',
  find,
  close: async () => {},
});
const visionBy = (answers: Partial<VisionEngine>): VisionEngine => ({
  info,
  confirm: async () => true,
  surfaceOf: async () => null,
  ...answers,
});
const broken = () => Promise.reject(new Fault('ANALYSIS_FAILED', 'out of order'));

let drawnOnce: Promise<Pictures> | undefined;

/**
 * Panasonic is in the pictures of seconds 2 to 6, with a cut at 4; Toshiba is at two places at once in those of 5 and
 * 6.
 */
function shown(): Promise<Pictures> {
  drawnOnce ??= drawShown();
  return drawnOnce;
}

async function drawShown(): Promise<Pictures> {
  const empty = await scene([]);
  const first = await scene([{ slug: 'panasonic', x: 40, y: 30, width: 220 }]);
  const second = await scene([
    { slug: 'panasonic', x: 40, y: 30, width: 220 },
    { slug: 'toshiba', x: 60, y: 200, width: 150 },
    { slug: 'toshiba', x: 400, y: 300, width: 150 },
  ]);

  const shots = [
    { start: 0, end: 4 },
    { start: 4, end: 8 },
  ];

  return drawnPass([empty, empty, first, first, first, second, second, empty], { shots });
}

describe('names on screen', () => {
  test('become appearances between cuts, with boxes, times and a second look', async () => {
    const seen = await look(await shown());
    const [panasonic, toshiba, ...more] = seen.built
      .map(({ result }) => brandResult.parse(result))
      .sort((a, b) => a.name.localeCompare(b.name));
    assert.equal(more.length, 0);
    assert.equal(panasonic?.name, 'Panasonic');
    assert.deepEqual(
      panasonic.appearances.map((a) => [a.timestamp_start, a.timestamp_end]),
      [
        [1.5, 3.5],
        [4, 6.5],
      ],
    );
    assert.equal(panasonic.total_visible_duration, 4.5);
    assert.ok(panasonic.frame_detections.every(({ verified }) => verified));

    const box = panasonic.frame_detections[0]?.bounding_box;
    assert.ok(box && Math.abs(box.x - 40 / 640) < 0.01 && Math.abs(box.width - 220 / 640) < 0.015);
    assert.equal(toshiba?.total_appearances, 2);
    assert.equal(toshiba.total_visible_duration, 2);
    assert.equal(seen.degraded, true, 'nobody looked for logos');
    assert.equal(seen.unverified, false);
    assert.equal(seen.engines.text[0]?.name, 'pp-ocr');
    assert.ok(seen.lines.flatMap(({ samples }) => samples).length > 5);
  });

  test('are reported under the asked name, once, and nothing else is', async () => {
    const targets = ['PANASONIC', 'panasonic', 'Nobody', '.*', '🍎'];
    const seen = await look(await shown(), { targets });
    assert.deepEqual(
      seen.built.map(({ result }) => result.name),
      ['PANASONIC'],
    );
  });
});

test('a name in a long shot is one appearance, however the shot is cut', async () => {
  // At 0.1 fps a cell ends after six pictures; the moving square makes each picture differ from the one before it.
  const pictures: RgbImage[] = [];
  for (let i = 0; i < 15; i++) {
    const marks = i > 1 && i < 13 ? [{ slug: 'panasonic', x: 40, y: 30, width: 220 }] : [];
    const picture = await scene(marks);
    for (let y = 300; y < 340; y++)
      picture.data.fill(200, (y * 640 + i * 40) * 3, (y * 640 + i * 40 + 40) * 3);
    pictures.push(picture);
  }

  const shots = [{ start: 0, end: 150 }];
  const drawn = drawnPass(pictures, { fps: 0.1, shots });
  assert.equal(frameCells(drawn.pass).length, 3);

  const whole = await look(drawn);
  assert.deepEqual(
    whole.built[0]?.result.appearances.map((a) => [a.timestamp_start, a.timestamp_end]),
    [[15, 125]],
  );
  for (const parts of [2, 3]) assert.deepEqual(await look(drawn, {}, {}, parts), whole);
});

describe('speech', () => {
  const segments = [{ start: 3, end: 6, text: 'I bought it from Toshiba yesterday.' }];

  test('adds mentions, with their words only where proof is wanted', async () => {
    const { built } = await look(await shown(), { segments, targets: ['Toshiba'] });
    const [toshiba] = built;
    const mention = toshiba?.result.appearances.find(({ source }) => source === 'audio');
    assert.equal(mention?.speech_context, segments[0]?.text);
    assert.equal(toshiba?.result.total_appearances, 3);
  });

  test('is enough without pictures', async () => {
    const { built, degraded } = await look(null, { segments, return_proof: false });
    assert.equal(built[0]?.result.name, 'Toshiba');
    assert.equal(built[0]?.result.appearances[0]?.speech_context, undefined);
    assert.deepEqual(built[0]?.result.frame_detections, []);
    assert.equal(degraded, false);
  });
});

describe('logos', () => {
  /** A slide that stands for as many samples, with forty lines of text and a logo in each of some places. */
  async function seenOnSlide(samples: number, places: number) {
    const slide = await scene([]);
    const at = (x: number, y: number) => ({ x, y });
    const corners = Array.from({ length: 40 }, (_, line) => {
      const top = 8 * line;
      return [at(10, top), at(200, top), at(200, top + 7), at(10, top + 7)] as const;
    });
    const reading = (line: number) => ({
      text: `line ${line}`,
      confidence: 0.95,
      positions: Array.from(`line ${line}`, (_, letter) => letter / 8),
    });
    const lines: TextEngine = {
      info,
      find: async () => corners.map((area) => ({ corners: area, score: 0.9 })),
      recognise: async (_, areas) => areas.map((_, line) => reading(line)),
      close: async () => {},
    };
    const logos = Array.from({ length: places }, (_, place) => ({
      name: 'Globex',
      confidence: 0.9,
      box: { x: 0.4 + 0.15 * place, y: 0.92, width: 0.05, height: 0.05 },
    }));

    const began = cpuMs();
    const seen = await look(
      drawnPass(new Array<RgbImage>(samples).fill(slide)),
      { costlyLooks: 60 },
      { text: lines, logos: { ...logosBy(async () => logos), source: 'logo' } },
    );
    return { seen, ms: cpuMs() - began };
  }

  test('on a slide full of text are compared with the lines of their own moment alone', async () => {
    const { seen, ms } = await seenOnSlide(7200, 1);
    assert.equal(seen.built[0]?.result.frame_detections.length, 7200);
    // About 1 s; comparing each with the lines of the whole slide took 14 s.
    assert.ok(ms < 5000, `${ms} ms`);
  });

  test('on a slide that stands for hours are all kept', async () => {
    const { seen } = await seenOnSlide(45_000, 3);
    assert.equal(seen.built[0]?.result.total_appearances, 3);
    assert.equal(seen.degraded, false);
  });

  const box = { x: 0.6, y: 0.1, width: 0.1, height: 0.15 };

  test('stand beside names read, under a brand of any name where none is asked for', async () => {
    const logos = logosBy(async () => [
      { name: 'toshiba', confidence: 0.9, box },
      { name: 'Globex', confidence: 0.7, box: { ...box, y: 0.7 } },
    ]);
    const seen = await look(await shown(), {}, { logos, vision: visionBy({}) });
    const names = seen.built.map(({ result }) => result.name).sort();
    assert.deepEqual(names, ['Globex', 'Panasonic', 'Toshiba']);
    assert.equal(seen.degraded, false);

    const toshiba = seen.built.find(({ result }) => result.name === 'Toshiba')?.result;
    assert.deepEqual(
      new Set(toshiba?.frame_detections.map(({ source }) => source)),
      new Set(['model', 'text']),
    );
  });

  test('that the second look denies are dropped; without one they are marked', async () => {
    const logos = logosBy(async () => [{ name: 'Globex', confidence: 0.9, box }]);
    const denied = await look(
      await shown(),
      { targets: ['Globex'] },
      { logos, vision: visionBy({ confirm: async () => false }) },
    );
    assert.deepEqual(denied.built, []);

    const unsure = await look(await shown(), { targets: ['Globex'] }, { logos });
    assert.equal(unsure.unverified, true);
    assert.deepEqual(unsure.built[0]?.verified.includes(true), false);

    const failing = await look(
      await shown(),
      { targets: ['Globex'] },
      { logos, vision: visionBy({ confirm: broken }) },
    );
    assert.equal(failing.unverified, true);
    assert.equal(failing.built.length, 1);
  });

  test('that lie within a line of text are letters, unless a model named them', async () => {
    const letter = { x: 0.15, y: 0.09, width: 0.05, height: 0.08 };
    const found = [
      { name: 'Globex', confidence: 0.9, box: letter },
      { name: 'Initech', confidence: 0.9, box },
    ];
    const by = (source: LogoEngine['source']) => ({ ...logosBy(async () => found), source });
    const secondsOf = async (source: LogoEngine['source'], name: string) => {
      const { built } = await look(await shown(), {}, { logos: by(source) });
      const brand = built.find(({ result }) => result.name === name);
      return brand?.result.frame_detections.map(({ timestamp }) => timestamp);
    };

    const always = [0, 1, 2, 3, 4, 5, 6, 7];
    assert.deepEqual(await secondsOf('model', 'Globex'), always);
    assert.deepEqual(await secondsOf('logo', 'Initech'), always);
    // In the other seconds, Panasonic is in that place.
    assert.deepEqual(await secondsOf('logo', 'Globex'), [0, 1, 7]);
  });

  test('are looked at again by the engine that found them where no model can', async () => {
    const asked: string[] = [];
    const confirming = (isRight: boolean): LogoEngine => ({
      ...logosBy(async () => [{ name: 'Globex', confidence: 0.9, box }]),
      source: 'logo',
      confirm: async (_, logo) => {
        asked.push(`${logo.name} ${logo.box.x}`);
        return isRight;
      },
    });
    const confirmed = await look(
      await shown(),
      { targets: ['Globex'] },
      { logos: confirming(true) },
    );
    assert.equal(confirmed.unverified, false);
    assert.ok(confirmed.built[0]?.verified.every(Boolean));
    assert.deepEqual(new Set(asked), new Set(['Globex 0.6']));

    const denied = await look(await shown(), { targets: ['Globex'] }, { logos: confirming(false) });
    assert.deepEqual(denied.built, []);
  });

  test('an engine that fails now and then, or always, costs the logos but not the names', async () => {
    let calls = 0;
    const shaky = logosBy(async () => {
      calls += 1;
      return calls % 2 ? broken() : [{ name: 'Globex', confidence: 0.9, box }];
    });
    const some = await look(await shown(), {}, { logos: shaky });
    assert.equal(some.degraded, true);
    assert.ok(some.built.some(({ result }) => result.name === 'Globex'));

    const none = await look(await shown(), {}, { logos: logosBy(broken) });
    assert.equal(none.degraded, true);
    assert.ok(none.built.some(({ result }) => result.name === 'Panasonic'));
  });

  test('where nothing can look at all it is a failure', async () => {
    const engines = { text: null, logos: logosBy(broken) };
    await assert.rejects(look(await shown(), {}, engines), { code: 'ANALYSIS_FAILED' });
  });
});

describe('surfaces', () => {
  test('need an engine that can tell one', async () => {
    await assert.rejects(look(await shown(), { surfaces: ['billboard'] }), {
      code: 'SURFACE_VERIFICATION_UNAVAILABLE',
    });
  });

  test('keep what stands on one of them, and leave speech out', async () => {
    const vision = visionBy({
      surfaceOf: async (_image, { name }) => (name === 'Toshiba' ? 'billboard' : null),
    });
    const segments = [{ start: 1, end: 2, text: 'Panasonic and Toshiba' }];
    const seen = await look(await shown(), { surfaces: ['billboard'], segments }, { vision });
    assert.deepEqual(
      seen.built.map(({ result }) => result.name),
      ['Toshiba'],
    );

    const [toshiba] = seen.built;
    assert.ok(toshiba?.result.appearances.every(({ surface }) => surface === 'billboard'));
    assert.ok(toshiba?.result.frame_detections.every(({ surface }) => surface === 'billboard'));
  });

  test('that nobody could tell in the end fail the capability', async () => {
    const vision = visionBy({ surfaceOf: broken });
    await assert.rejects(look(await shown(), { surfaces: ['billboard'] }, { vision }), {
      code: 'SURFACE_VERIFICATION_UNAVAILABLE',
    });
  });
});

test('a video of nothing names nothing', async () => {
  const blank = { width: 16, height: 16, data: new Uint8Array(16 * 16 * 3).fill(70) };
  const seen = await look(drawnPass([blank, blank, blank]));
  assert.deepEqual(seen.built, []);
});
