/**
 * Tests exported annotations: COCO by the rules of its tools, CVAT with an XML parser, and storyboard tiles by their
 * positions.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import type { ObjectResult } from '@reelsight/contract';
import { cpuMs } from '../../testing/cpu-time.ts';
import { brand, exported, exportedJob, thing } from '../../testing/exported.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
type Json = any;

const at = (
  timestamp: number,
  [x, y, width, height]: readonly [number, number, number, number],
  outline?: ObjectResult['frames'][number]['outline'],
): ObjectResult['frames'][number] => ({
  timestamp,
  confidence: 0.9,
  bounding_box: { x, y, width, height },
  ...(outline && { outline }),
  verified: true,
});

/** Checks what pycocotools relies on: ids, references, boxes inside the image, and areas. */
function checkCoco(text: string): Json {
  const coco = JSON.parse(text);

  for (const list of ['images', 'annotations', 'categories']) {
    const ids = coco[list].map(({ id }: Json) => id);
    assert.equal(new Set(ids).size, ids.length, `${list} have ids of their own`);
  }

  const images = new Map<number, Json>(coco.images.map((image: Json) => [image.id, image]));
  const categories = new Set(coco.categories.map(({ id }: Json) => id));
  const names = coco.images.map((image: Json) => image.file_name);
  assert.equal(new Set(names).size, names.length, 'files have names of their own');

  for (const annotation of coco.annotations) {
    const image = images.get(annotation.image_id);
    assert.ok(image && categories.has(annotation.category_id));

    const [x, y, width, height] = annotation.bbox;
    assert.ok(x >= 0 && y >= 0 && width > 0 && height > 0, `${annotation.bbox}`);
    assert.ok(
      x + width <= image.width + 0.01 && y + height <= image.height + 0.01,
      `${annotation.bbox}`,
    );

    if (annotation.segmentation.length === 0)
      assert.ok(Math.abs(annotation.area - width * height) < 0.01);
    for (const ring of annotation.segmentation)
      assert.ok(ring.length >= 6 && ring.length % 2 === 0, 'three points or more');

    assert.equal(annotation.iscrowd, 0);
  }

  return coco;
}

describe('COCO', () => {
  const triangle: [number, number][] = [
    [0.1, 0.1],
    [0.3, 0.1],
    [0.1, 0.5],
  ];

  test('has the frames that detections name, boxes and outlines in pixels', () => {
    const dog = thing('dog', [
      at(1, [0.1, 0.1, 0.2, 0.4], [triangle]),
      at(0.5, [0.9, 0.9, 0.3, 0.3]),
      at(2, [1, 1, 0, 0]),
    ]);
    const sony = brand('Sony', []);
    sony.frame_detections.push({ ...at(1, [0, 0, 1, 1]), source: 'logo' });

    const coco = checkCoco(
      exported('coco', exportedJob({ results: { brands: [sony], objects: [dog] } })),
    );
    assert.deepEqual(coco.categories, [
      { id: 1, name: 'Sony', supercategory: 'brand' },
      { id: 2, name: 'dog', supercategory: 'animal' },
    ]);
    assert.deepEqual(
      coco.images.map(({ file_name, timestamp, width }: Json) => [file_name, timestamp, width]),
      [
        ['frame-000000500.jpg', 0.5, 1920],
        ['frame-000001000.jpg', 1, 1920],
        ['frame-000002000.jpg', 2, 1920],
      ],
    );

    const [logo, whole, cut, ...rest] = coco.annotations;
    assert.deepEqual([logo.image_id, logo.bbox, logo.area], [2, [0, 0, 1920, 1080], 1920 * 1080]);
    assert.deepEqual(whole.bbox, [192, 108, 384, 432]);
    assert.deepEqual(whole.segmentation, [[192, 108, 576, 108, 192, 540]]);
    assert.equal(whole.area, (384 * 432) / 2);
    assert.deepEqual(cut.bbox, [1728, 972, 192, 108]);
    assert.deepEqual(rest, [], 'a box without a size is none');
  });

  test('without detections it is valid and empty', () => {
    const coco = checkCoco(exported('coco', exportedJob({ results: { objects: [] } })));
    assert.deepEqual([coco.images, coco.annotations, coco.categories], [[], [], []]);
  });

  test('a rotated video has the size it is shown in', () => {
    const video = { width: 1080, height: 1920, fps: 30 };
    const meta = { fps_used: 1, frames_analyzed: 1, engines: {}, video };
    const dog = thing('dog', [at(1, [0.5, 0.5, 0.5, 0.5])]);
    const coco = checkCoco(exported('coco', exportedJob({ results: { objects: [dog], meta } })));
    assert.deepEqual(coco.annotations[0].bbox, [540, 960, 540, 960]);
  });

  test('only what is named, in any case of letters', () => {
    const objects = [thing('Dog', [at(1, [0, 0, 1, 1])]), thing('cat', [at(2, [0, 0, 1, 1])])];
    const job = exportedJob({ results: { objects } });
    const coco = checkCoco(exported('coco', job, { names: ['dog'] }));
    assert.deepEqual([coco.images.length, coco.categories[0].name], [1, 'Dog']);
  });
});

interface Track {
  readonly label: string;
  readonly boxes: Record<string, string>[];
}

/** Reads a CVAT file with Python's XML parser. */
function cvatOf(text: string): {
  readonly tracks: Track[];
  readonly labels: string[];
  size: number;
} {
  const program = `
import json, sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
task = root.find('meta').find('task')
print(json.dumps({
  'tracks': [{'label': t.get('label'), 'boxes': [b.attrib for b in t.findall('box')]} for t in root.findall('track')],
  'labels': [l.find('name').text for l in task.find('labels')],
  'size': int(task.find('size').text)}))`;
  const run = spawnSync('python3', ['-c', program], { input: text, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);

  return JSON.parse(run.stdout);
}

const noPython =
  spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not installed here';

describe('CVAT', { skip: noPython }, () => {
  const frames = (track: Track | undefined) =>
    track?.boxes.map(({ frame, outside }) => `${frame}${outside === '1' ? ' gone' : ''}`);

  test('has a track for each appearance from its first second, with a key frame for each detection', () => {
    const dog = thing(
      'dog',
      [at(1, [0, 0, 0.5, 0.5]), at(2, [0, 0, 0.6, 0.5]), at(9, [0, 0, 0.5, 0.5])],
      [
        [0.5, 2.5],
        [8.8, 10],
      ],
    );
    const { tracks, labels, size } = cvatOf(
      exported('cvat', exportedJob({ results: { objects: [dog] }, seconds: 10 })),
    );

    assert.deepEqual([labels, size], [['dog'], 250]);
    assert.deepEqual(tracks.map(frames), [
      ['13', '25', '50', '63 gone'],
      ['220', '225'],
    ]);
    assert.deepEqual(tracks[0]?.boxes[2], {
      frame: '50',
      xtl: '0',
      ytl: '0',
      xbr: '1152',
      ybr: '540',
      outside: '0',
      occluded: '0',
      keyframe: '1',
      z_order: '0',
    });
  });

  test('two of a kind at the same time are two tracks; what is in no appearance is its own', () => {
    const left = (time: number) => at(time, [0, 0, 0.2, 0.2]);
    const right = (time: number) => at(time, [0.7, 0.7, 0.2, 0.2]);
    const dog = thing(
      'dog',
      [left(1), right(1), right(2), left(2), left(3), right(3), left(40)],
      [
        [0.5, 3.5],
        [0.5, 3.5],
      ],
    );
    const { tracks } = cvatOf(exported('cvat', exportedJob({ results: { objects: [dog] } })));
    assert.equal(tracks.length, 3);

    for (const track of tracks.slice(0, 2)) {
      assert.equal(track.boxes.length, 5);
      assert.equal(new Set(track.boxes.map(({ xtl }) => xtl)).size, 1, 'it stays at its place');
    }

    assert.deepEqual(frames(tracks[2]), ['1000', '1001 gone']);
  });

  test('frames are inside the video and named once, whatever its rate', () => {
    const slow = { width: 100, height: 100, fps: 1.5 };
    const meta = { fps_used: 4, frames_analyzed: 1, engines: {}, video: slow };
    const detections = Array.from({ length: 40 }, (_, k) => at(k / 4, [0, 0, 1, 1]));
    const dog = thing('dog', detections, [[0, 10]]);
    const job = exportedJob({ results: { objects: [dog], meta }, seconds: 9.99 });
    const { tracks, size } = cvatOf(exported('cvat', job));
    const numbers = tracks.flatMap(({ boxes }) => boxes.map(({ frame }) => Number(frame)));

    assert.equal(size, 15);
    assert.ok(
      numbers.every((frame) => frame >= 0 && frame < size),
      `${numbers}`,
    );

    for (const { boxes } of tracks)
      assert.equal(new Set(boxes.map(({ frame }) => frame)).size, boxes.length);
  });

  test('names and titles of strangers stay texts', () => {
    const name = ']]>"><track/>\'&amp; \u0000\u0008\ufffe\ud800\n ナイキ نايك';
    const dog = thing(name, [at(1, [0, 0, 1, 1])]);
    const job = exportedJob({ results: { objects: [dog] }, title: name });
    const { tracks, labels } = cvatOf(exported('cvat', job));
    assert.deepEqual(labels, [`]]>"><track/>'&amp; \ufffd ナイキ نايك`]);
    assert.equal(tracks[0]?.label, labels[0]);
    assert.equal(tracks.length, 1);
  });

  test('a brand with only its proof has the box of its proof; without appearances there are no tracks', () => {
    const sony = brand('Sony', [[1, 3]]);
    Object.assign(sony.appearances[0] as object, {
      timestamp: 2,
      bounding_box: { x: 0, y: 0, width: 0.5, height: 0.5 },
    });

    const one = cvatOf(exported('cvat', exportedJob({ results: { brands: [sony] } })));
    assert.deepEqual(one.tracks.map(frames), [['25', '50', '75 gone']]);

    const none = cvatOf(exported('cvat', exportedJob({ results: { brands: [] } })));
    assert.deepEqual([none.tracks, none.labels], [[], []]);
  });

  test('3,000 appearances at the same time take no time', () => {
    const spans = Array.from({ length: 3000 }, (_, k) => [k / 10, k / 10 + 2] as const);
    const detections = spans.flatMap(([from]) =>
      Array.from({ length: 20 }, (_, k) => at(from + k / 10, [0, 0, 0.5, 0.5])),
    );
    const job = exportedJob({ results: { objects: [thing('dog', detections, spans)] } });
    const began = cpuMs();

    exported('cvat', job);
    assert.ok(cpuMs() - began < 5000);
  });
});

describe('Label Studio', () => {
  const dog = thing(
    'dog',
    [at(1, [0.1, 0.2, 0.5, 0.4]), at(2, [0.9, 0, 0.6, 0.5])],
    [
      [0.5, 2.5],
      [8.8, 10],
    ],
  );
  Object.assign(dog.appearances[1] as object, {
    bounding_box: { x: 0, y: 0, width: 1, height: 1 },
  });

  test('has a region for each appearance, in percent, with frames from 1', () => {
    const job = exportedJob({ results: { objects: [dog] }, seconds: 10 });
    const [task, ...others] = JSON.parse(exported('label-studio', job));
    assert.deepEqual(others, []);
    assert.equal(task.data.video, 'https://reels.example/v1/jobs/job_1/media');
    assert.equal(task.annotations, undefined);

    const { result } = task.predictions[0];
    assert.deepEqual(
      result.map(({ type, value }: Json) => [type, value.labels, value.framesCount]),
      [
        ['videorectangle', ['dog'], 250],
        ['videorectangle', ['dog'], 250],
      ],
    );

    const [first, second] = result.map(({ value }: Json) => value.sequence);
    assert.deepEqual([first[0].frame, first[0].width], [14, 50], 'where it comes into view');
    assert.deepEqual(first[1], {
      frame: 26,
      time: 1,
      enabled: true,
      rotation: 0,
      x: 10,
      y: 20,
      width: 50,
      height: 40,
    });
    // The part of the box that lies outside the picture is cut off.
    assert.deepEqual([first[2].x, first[2].width], [90, 10]);
    assert.deepEqual([first[3].frame, first[3].enabled], [64, false]);
    assert.deepEqual(
      second.map(({ frame, enabled }: Json) => [frame, enabled]),
      [[221, true]],
      'to the end of the video',
    );
    assert.equal(new Set(result.map(({ id }: Json) => id)).size, 2);
  });

  test('is an annotation once a person corrected it, and valid without anything', () => {
    const objects = [{ ...dog, corrected: true as const }];
    const [task] = JSON.parse(exported('label-studio', exportedJob({ results: { objects } })));
    assert.equal(task.predictions, undefined);
    assert.equal(task.annotations[0].result.length, 2);
    const empty = exportedJob({ results: { objects: [] } });
    const [none] = JSON.parse(exported('label-studio', empty));
    assert.deepEqual(none.predictions[0].result, []);
  });
});

test('What a person changed is marked in COCO, CVAT and Label Studio, and nothing else is', () => {
  const dog = thing(
    'dog',
    [at(1, [0.1, 0.2, 0.5, 0.4]), at(4, [0.1, 0.2, 0.5, 0.4]), at(9, [0.1, 0.2, 0.5, 0.4])],
    [
      [0.5, 2],
      [3, 5],
    ],
  );
  Object.assign(dog.appearances[1] as object, { corrected: true });

  const job = exportedJob({ results: { objects: [{ ...dog, corrected: true }] }, seconds: 10 });
  const { annotations } = JSON.parse(exported('coco', job));
  assert.deepEqual(
    annotations.map(({ corrected }: Json) => corrected),
    [undefined, true, undefined],
  );

  const sources = exported('cvat', job).match(/source="\w+"/g);
  assert.deepEqual(sources, ['source="auto"', 'source="manual"', 'source="auto"']);

  const [{ annotations: tasks }] = JSON.parse(exported('label-studio', job));
  assert.deepEqual(
    tasks[0].result.map(({ meta }: Json) => meta?.text),
    [undefined, ['corrected'], undefined],
  );
});

describe('Thumbnails of the seek bar', () => {
  const board = {
    interval_ms: 1000,
    tile: { w: 580, h: 326 },
    grid: { cols: 2, rows: 2 },
    count: 5,
    duration_ms: 10_000,
    sheets: ['/v1/frames/job_1/a.jpg', '/v1/frames/job_1/b.jpg'],
  };

  const tilesOf = (storyboard: Json, base = '') =>
    exported('storyboard.vtt', exportedJob({ results: { brands: [], storyboard } }), {
      links: { origin: 'https://reels.example', base },
    });

  test('a tile is shown for the time it stands for', () => {
    const timestamps_ms = [1000, 3000, 5000, 7000, 9000];
    assert.equal(
      tilesOf({ ...board, version: 2, timestamps_ms }, '/home'),
      `WEBVTT

00:00:00.000 --> 00:00:02.000
/home/v1/frames/job_1/a.jpg#xywh=0,0,580,326

00:00:02.000 --> 00:00:04.000
/home/v1/frames/job_1/a.jpg#xywh=580,0,580,326

00:00:04.000 --> 00:00:06.000
/home/v1/frames/job_1/a.jpg#xywh=0,326,580,326

00:00:06.000 --> 00:00:08.000
/home/v1/frames/job_1/a.jpg#xywh=580,326,580,326

00:00:08.000 --> 00:00:10.000
/home/v1/frames/job_1/b.jpg#xywh=0,0,580,326
`,
    );
  });

  test('nothing is shown outside the part that was analysed', () => {
    const storyboard = { ...board, version: 2, timestamps_ms: [4000, 5000, 6000], count: 3 };
    const job = {
      ...exportedJob({ results: { brands: [], storyboard } as never }),
      from: 3.5,
      to: 7,
    };
    const cues = [...exported('storyboard.vtt', job).matchAll(/^(\S+) --> (\S+)$/gm)];
    assert.deepEqual(
      cues.map(([, from, to]) => [from, to]),
      [
        ['00:00:03.500', '00:00:04.500'],
        ['00:00:04.500', '00:00:05.500'],
        ['00:00:05.500', '00:00:07.000'],
      ],
    );
  });

  test('older ones are read as they are meant', () => {
    const starts = [...tilesOf({ ...board, version: 1 }).matchAll(/^(\S+) -->/gm)];
    assert.deepEqual(
      starts.map(([, time]) => time),
      ['00:00:00.000', '00:00:01.000', '00:00:02.000', '00:00:03.000', '00:00:04.000'],
    );
  });

  test('tiles at the same time or after the end are left out', () => {
    const timestamps_ms = [1000, 1000, 1000, 9000, 12_000];
    const cues = [
      ...tilesOf({ ...board, version: 1, timestamps_ms }).matchAll(/^(\S+) --> (\S+)$/gm),
    ];
    assert.deepEqual(
      cues.map(([, from, to]) => [from, to]),
      [
        ['00:00:00.000', '00:00:01.000'],
        ['00:00:01.000', '00:00:09.000'],
        ['00:00:09.000', '00:00:10.000'],
      ],
    );
  });
});
