import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesAt, type Detection, type Track } from './boxes.ts';

const look = (timestamp: number, x: number): Detection => ({
  timestamp,
  confidence: 0.9,
  bounding_box: { x, y: 0.1, width: 0.2, height: 0.2 },
  verified: true,
});

function trackOf(detections: Detection[], spans: { start: number; end: number }[]): Track {
  return {
    lane: { id: 'brand-Acme', kind: 'brand', name: 'Acme', colour: 'red', spans, marks: [] },
    detections,
    timestamps: detections.map(({ timestamp }) => timestamp),
  };
}

test('a box moves between two looks and is gone outside the appearance', () => {
  const track = trackOf([look(4, 0.2), look(5, 0.4)], [{ start: 3.7, end: 5.2 }]);
  const x = (second: number) => boxesAt([track], second, 1).map(({ box }) => box.x.toFixed(2));
  assert.deepEqual([3, 3.8, 4.5, 5.1, 6].map(x), [[], ['0.20'], ['0.30'], ['0.40'], []]);
});

test('a box does not slide from one appearance to the next', () => {
  const track = trackOf(
    [look(4, 0.1), look(5, 0.9)],
    [
      { start: 3.5, end: 4.4 },
      { start: 4.6, end: 5.5 },
    ],
  );
  assert.deepEqual(
    [4.3, 4.7].map((second) => boxesAt([track], second, 1)[0]?.box.x),
    [0.1, 0.9],
  );
});
