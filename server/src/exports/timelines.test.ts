/** Tests timecode against ffmpeg's, and CMX 3600 and OpenTimelineIO files against their grammars. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type TimecodeRate, timecodeRates } from '@reelsight/contract';
import { brand, exported, exportedJob } from '../../testing/exported.ts';
import { exactFps, frameOfTimecode, frameRates, nearestRate, timecodeOf } from './timecode.ts';

const noFfmpeg =
  spawnSync('ffmpeg', ['-version']).status === 0 ? false : 'ffmpeg is not installed here';

/**
 * Passes a timecode through a QuickTime file: ffmpeg stores `text` as a number of frames and makes text of that number
 * again when it reads the file.
 */
function throughFfmpeg(text: string, rate: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelsight-timecode-'));
  try {
    const file = join(folder, 'a.mov');
    const source = ['-v', 'error', '-f', 'lavfi', '-i', `color=s=16x16:r=${rate}:d=0.2`];
    execFileSync('ffmpeg', [...source, '-timecode', text, '-c:v', 'mpeg4', file]);

    const asked = ['-v', 'error', '-of', 'json', '-show_entries', 'stream_tags=timecode', file];
    const { streams } = JSON.parse(execFileSync('ffprobe', asked, { encoding: 'utf8' }));

    return streams[0].tags.timecode;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('Timecode', () => {
  test('drop-frame leaves out the numbers that ST 12-1 says', () => {
    const known: [TimecodeRate, number, string][] = [
      ['29.97', 0, '00:00:00;00'],
      ['29.97', 1799, '00:00:59;29'],
      ['29.97', 1800, '00:01:00;02'],
      ['29.97', 3597, '00:01:59;29'],
      ['29.97', 3598, '00:02:00;02'],
      ['29.97', 17_981, '00:09:59;29'],
      ['29.97', 17_982, '00:10:00;00'],
      ['29.97', 107_892, '01:00:00;00'],
      ['59.94', 3599, '00:00:59;59'],
      ['59.94', 3600, '00:01:00;04'],
      ['59.94', 35_964, '00:10:00;00'],
      ['59.94', 215_784, '01:00:00;00'],
      ['25', 90_000, '01:00:00:00'],
      ['23.976', 1440, '00:01:00:00'],
      ['30', 1800, '00:01:00:00'],
    ];
    for (const [name, frame, text] of known)
      assert.equal(timecodeOf(frame, frameRates[name]), text, `${frame} at ${name}`);
  });

  test('every frame of eleven hours has a name of its own, which leads back to it', () => {
    for (const name of timecodeRates) {
      const rate = frameRates[name];
      let last = '';
      for (let frame = 0; frame < 11 * 3600 * rate.counted; frame += frame % 37 === 0 ? 1 : 11) {
        const text = timecodeOf(frame, rate);
        assert.ok(text > last, `${text} after ${last} at ${name}`);
        last = text;
        assert.equal(frameOfTimecode(text, rate), frame, `${text} at ${name}`);
      }
    }
  });

  test('what drop-frame leaves out is no timecode', () => {
    for (const text of ['00:01:00;00', '00:01:00;01', '01:59:00;00'])
      assert.equal(frameOfTimecode(text, frameRates['29.97']), null, text);
    assert.equal(frameOfTimecode('00:01:00:03', frameRates['59.94']), null);
    assert.equal(frameOfTimecode('00:00:00:25', frameRates['25']), null);
    assert.equal(frameOfTimecode('00:10:00;00', frameRates['29.97']), 17_982);
  });

  test('after hours a drop-frame clock is with the clock on the wall', () => {
    for (const name of ['29.97', '59.94'] as const) {
      const rate = frameRates[name];
      const text = timecodeOf(Math.round(10 * 3600 * rate.fps), rate);
      const seconds = Number(text.slice(6, 8)) + Number(text.slice(3, 5)) * 60;
      assert.match(text, /^(09:59:59|10:00:00);/, `${seconds} s off`);
    }
  });

  test('rates of files stand for exact ones, and odd ones for the nearest', () => {
    assert.equal(exactFps(29.97), 30_000 / 1001);
    assert.equal(exactFps(23.976), 24_000 / 1001);
    assert.equal(exactFps(27.313), 27.313);
    assert.equal(nearestRate(29.8), frameRates['29.97']);
    assert.equal(nearestRate(30.02), frameRates['30']);
    assert.equal(nearestRate(23.98), frameRates['23.976']);
    assert.equal(nearestRate(240), frameRates['60']);

    assert.equal(nearestRate(8), frameRates['23.976']);
  });

  test('ffmpeg names frames as we do', { skip: noFfmpeg }, () => {
    const cases: [string, TimecodeRate, number][] = [
      ['30000/1001', '29.97', 1800],
      ['30000/1001', '29.97', 17_982],
      ['60000/1001', '59.94', 3600],
      ['25', '25', 90_001],
      ['24000/1001', '23.976', 86_400],
    ];
    for (const [rate, name, frame] of cases) {
      const text = timecodeOf(frame, frameRates[name]);
      assert.equal(throughFfmpeg(text, rate), text);
    }
  });
});

const fast = { width: 1920, height: 1080, fps: 29.97 };
const meta = { fps_used: 1, frames_analyzed: 1, engines: {}, video: fast };

describe('CMX 3600', () => {
  test('has an event, a locator and a marker for each appearance, in order of time', () => {
    const brands = [brand('Nike', [[60, 62.5]]), brand('Sony', [[1, 2]])];
    brands[0]?.appearances.push({ timestamp: 30, context: 'said', source: 'audio' });

    const job = exportedJob({ results: { brands, meta }, title: 'Walk.mp4', seconds: 70 });
    assert.equal(
      exported('edl', job, { startTimecode: '01:00:00:00' }),
      `TITLE: Walk.mp4
FCM: DROP FRAME

001  AX       V     C        00:00:01;00 00:00:02;00 01:00:01;00 01:00:02;00
* FROM CLIP NAME: Walk.mp4
* LOC: 01:00:01;00 CYAN    Sony
* COMMENT: on screen
 |C:ResolveColorCyan |M:Sony |D:30

002  AX       V     C        00:00:29;29 00:00:30;00 01:00:29;29 01:00:30;00
* FROM CLIP NAME: Walk.mp4
* LOC: 01:00:29;29 MAGENTA Nike
* COMMENT: said
 |C:ResolveColorFuchsia |M:Nike |D:1

003  AX       V     C        00:00:59;28 00:01:02;15 01:00:59;28 01:01:02;15
* FROM CLIP NAME: Walk.mp4
* LOC: 01:00:59;28 CYAN    Nike
* COMMENT: on screen
 |C:ResolveColorCyan |M:Nike |D:75
`,
    );
  });

  test('times lead back to the seconds of the results, to the frame', () => {
    const spans = Array.from({ length: 500 }, (_, k) => [k * 7.3, k * 7.3 + 2.1] as const);
    const job = exportedJob({ results: { brands: [brand('x', spans)], meta }, seconds: 3700 });
    const events = exported('edl', job).matchAll(/^\d{3} {2}AX {7}V {5}C {8}(\S+) (\S+) /gm);

    for (const [index, [, from = '', to = '']] of [...events].entries()) {
      const [start, end] = spans[index] ?? [0, 0];
      const rate = frameRates['29.97'];
      const seconds = (text: string) => (frameOfTimecode(text, rate) ?? Number.NaN) / rate.fps;
      assert.ok(Math.abs(seconds(from) - start) <= 0.5 / rate.fps + 1e-9, from);
      assert.ok(Math.abs(seconds(to) - end) <= 0.5 / rate.fps + 1e-9, to);
    }
  });

  test('of 3,000 appearances all are there; of none only the head is', () => {
    const spans = Array.from({ length: 3000 }, (_, k) => [k, k + 1] as const);
    const text = exported('edl', exportedJob({ results: { brands: [brand('x', spans)] } }));
    assert.match(text, /\n3000 {2}AX /);
    const none = exported('edl', exportedJob({ results: { brands: [] } }));
    assert.equal(none, 'TITLE: walk.mp4\nFCM: NON-DROP FRAME\n');
  });

  test('names and titles stay on their lines', () => {
    const name = 'a\n002  AX V C\u2028* LOC: x |C:evil\u0000\u202e ナイキ';
    const job = exportedJob({
      results: { brands: [brand(name, [[0, 1]])] },
      title: 'T\r\nFCM: FILM',
    });
    const lines = exported('edl', job).split('\n');

    assert.deepEqual(lines.slice(0, 2), ['TITLE: T FCM: FILM', 'FCM: NON-DROP FRAME']);
    assert.equal(lines.length, 9);
    assert.equal(lines[5], '* LOC: 00:00:00:00 CYAN    a 002 AX V C * LOC: x |C:evil ナイキ');
    assert.equal(lines[7], ' |C:ResolveColorCyan |M:a 002 AX V C * LOC: x /C:evil ナイキ |D:25');
  });
});

/** Fields of each class, as listed by OpenTimelineIO for its serialised classes. */
const classes: Readonly<Record<string, readonly string[]>> = {
  'Timeline.1': ['metadata', 'name', 'global_start_time', 'tracks'],
  'Stack.1': [...['metadata', 'name', 'effects', 'markers', 'enabled', 'source_range'], 'children'],
  'Track.1': [
    ...['metadata', 'name', 'effects', 'markers', 'enabled', 'source_range', 'children', 'kind'],
  ],
  'Clip.2': [
    ...['metadata', 'name', 'effects', 'markers', 'enabled', 'source_range'],
    ...['media_references', 'active_media_reference_key'],
  ],
  'Marker.2': ['metadata', 'name', 'color', 'marked_range', 'comment'],
  'MissingReference.1': ['metadata', 'name', 'available_range', 'available_image_bounds'],
  'TimeRange.1': ['duration', 'start_time'],
  'RationalTime.1': ['rate', 'value'],
};

// biome-ignore lint/suspicious/noExplicitAny: a document of many classes
type Json = any;

function checkClasses(value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  if (value.OTIO_SCHEMA !== undefined) {
    const { OTIO_SCHEMA: schema, ...fields } = value;
    assert.ok(classes[schema], schema);
    assert.deepEqual(Object.keys(fields).sort(), [...(classes[schema] ?? [])].sort(), schema);
  }
  for (const inner of Object.values(value)) checkClasses(inner);
}

describe('OpenTimelineIO', () => {
  const clipOf = (text: string) => {
    const timeline = JSON.parse(text);
    checkClasses(timeline);
    return timeline.tracks.children[0].children[0];
  };

  test('is the video as a clip, with a marker for each appearance', () => {
    const brands = [
      brand('Sony', [
        [1, 2],
        [69.99, 70],
        [69.999, 75],
      ]),
    ];
    const clip = clipOf(exported('otio', exportedJob({ results: { brands, meta }, seconds: 70 })));
    const rate = 30_000 / 1001;
    const frames = clip.source_range.duration.value;
    assert.equal(frames, Math.round(75 * rate), 'it holds all that was found');
    assert.deepEqual(clip.source_range.start_time, {
      OTIO_SCHEMA: 'RationalTime.1',
      rate,
      value: 0,
    });

    const reference = clip.media_references[clip.active_media_reference_key];
    assert.equal(reference.name, 'walk.mp4');
    assert.deepEqual(
      clip.markers.map(({ name, color, marked_range: range }: Json) => [
        ...[name, color, range.start_time.value, range.duration.value],
      ]),
      [
        ['Sony', 'CYAN', 30, 30],
        ['Sony', 'CYAN', 2098, 1],
        ['Sony', 'CYAN', 2098, 150],
      ],
    );
  });

  test('paid segments are markers of their own, unless a name is chosen', () => {
    const evidence = [{ timestamp: 3, source: 'speech' as const, quote: 'Sponsored by Sony.' }];
    const paid_segments = [{ start: 3, end: 9, brand: 'Sony', confidence: 0.9, evidence }];
    const job = exportedJob({
      results: { brands: [brand('Sony', [[10, 12]])], paid_segments, meta },
    });
    const [paid, seen] = clipOf(exported('otio', job)).markers;

    assert.deepEqual(
      [paid.name, paid.color, paid.comment, paid.marked_range.start_time.value],
      ['Paid segment: Sony', 'YELLOW', 'Sponsored by Sony.', Math.round((3 * 30_000) / 1001)],
    );
    assert.equal(seen.name, 'Sony');
    assert.equal(clipOf(exported('otio', job, { names: ['Sony'] })).markers.length, 1);
    assert.match(exported('edl', job), /C:ResolveColorYellow \|M:Paid segment: Sony \|D:180/);
    assert.equal(paid.metadata.reelsight.corrected, undefined);
  });

  test('a paid segment that a person added says so, and has no words', () => {
    const added = { start: 3, end: 9, confidence: 1, evidence: [], corrected: true as const };
    const job = exportedJob({ results: { brands: [], paid_segments: [added], meta } });
    const [paid] = clipOf(exported('otio', job)).markers;
    assert.deepEqual([paid.name, paid.comment], ['Paid segment', '']);
    assert.equal(paid.metadata.reelsight.corrected, true);
    assert.match(exported('edl', job), /COMMENT: Corrected by a person\.\n/);
  });

  test('texts of strangers stay texts', () => {
    const name = '","markers":[null],"x":"\u202e\n"markers":[null]';
    const job = exportedJob({ results: { brands: [brand(name, [[0, 1]])] }, title: name });
    const clip = clipOf(exported('otio', job));
    assert.equal(clip.name, '","markers":[null],"x":" "markers":[null]');
    assert.equal(clip.markers.length, 1);
  });

  test('without appearances it has no markers', () => {
    const clip = clipOf(exported('otio', exportedJob({ results: { objects: [] }, seconds: 0 })));
    assert.deepEqual(clip.markers, []);
    assert.equal(clip.source_range.duration.value, 1);
  });
});
