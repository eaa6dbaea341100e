import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Results } from '@reelsight/sdk';
import { appearanceCsv } from './appearance-csv.ts';

function linesOf(results: Omit<Results, 'meta'>): Record<string, string>[] {
  const text = appearanceCsv({
    jobId: 'job_1',
    video: 'walk.mp4',
    results: { meta: { fps_used: 1, frames_analyzed: 1, engines: {} }, ...results },
    momentUrl: (second) => `https://reels.example/jobs/job_1?t=${second}`,
    frameUrl: (path) => `https://reels.example${path}`,
  });
  const [head = '', ...rows] = text.trim().split('\r\n');
  const names = head.split(',');
  return rows.map((row) => {
    const cells = row.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
    return Object.fromEntries(names.map((name, k) => [name, (cells[k] ?? '').replace(/,$/, '')]));
  });
}

const sums = { confidence: 1, total_appearances: 1, first_seen: 1, last_seen: 2 };

test('a brand that is seen has its seconds, box, size and absolute links', () => {
  const [line] = linesOf({
    brands: [
      {
        ...{ name: 'Sony', ...sums, frame_detections: [] },
        appearances: [
          {
            ...{ timestamp: 4, timestamp_start: 3.03, timestamp_end: 8, visible_duration: 4.97 },
            ...{ confidence: 0.9, context: 'on screen', source: 'visual' },
            bounding_box: { x: 0.1, y: 0.2, width: 0.25, height: 0.04 },
            frame_url: '/v1/frames/job_1/f.jpg',
          },
        ],
      },
    ],
  });
  assert.deepEqual(line, {
    ...{ kind: 'brand', name: 'Sony', source: 'visual', video: 'walk.mp4', job_id: 'job_1' },
    ...{ start_seconds: '3', end_seconds: '8', visible_seconds: '5', confidence: '0.9' },
    ...{ size_percent_of_picture: '1', box_x: '0.1', box_y: '0.2', box_width: '0.25' },
    ...{ box_height: '0.04', surface: '', context: 'on screen', quote: '' },
    moment_url: 'https://reels.example/jobs/job_1?t=3.03',
    frame_url: 'https://reels.example/v1/frames/job_1/f.jpg',
  });
});

test('an object has seconds as well', () => {
  const [line] = linesOf({
    objects: [
      {
        ...{ name: 'cup', category: 'kitchen', ...sums, total_visible_duration: 2.5, frames: [] },
        appearances: [
          {
            ...{ timestamp: 2, timestamp_start: 1, timestamp_end: 3.5 },
            ...{ confidence: 0.8, context: 'a cup' },
          },
        ],
      },
    ],
  });
  assert.deepEqual([line?.kind, line?.visible_seconds, line?.box_x], ['object', '2.5', '']);
});

test('what is said is not seen; quotes, commas and formulas stay text', () => {
  const [line] = linesOf({
    brands: [
      {
        ...{ name: '=HYPERLINK("x")', ...sums, frame_detections: [] },
        appearances: [
          {
            ...{ timestamp: 1, confidence: 0.9, context: 'a, "b"', source: 'audio' },
            speech_context: 'hi',
          },
        ],
      },
    ],
  });
  assert.deepEqual(
    [line?.name, line?.context, line?.quote, line?.visible_seconds],
    [`"'=HYPERLINK(""x"")"`, '"a, ""b"""', 'hi', ''],
  );
});
