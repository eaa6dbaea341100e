import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appearanceCsv } from './appearance-csv.ts';

test('a line an appearance; quotes, commas and formulas stay text', () => {
  const csv = appearanceCsv({
    meta: { fps_used: 1, frames_analyzed: 1, engines: {} },
    brands: [
      {
        name: '=HYPERLINK("x")',
        confidence: 1,
        total_appearances: 1,
        first_seen: 1,
        last_seen: 2,
        frame_detections: [],
        appearances: [
          {
            timestamp: 1,
            confidence: 0.9,
            context: 'a, "b"',
            source: 'audio',
            speech_context: 'hi',
          },
        ],
      },
    ],
  });
  assert.equal(csv.split('\r\n')[1], `brand,"'=HYPERLINK(""x"")",audio,1,1,,0.9,,"a, ""b""",hi,`);
});
