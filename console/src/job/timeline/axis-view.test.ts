import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  barsOf,
  following,
  isWhole,
  moved,
  secondAt,
  ticksOf,
  wholeView,
  xOf,
  zoomed,
} from './axis-view.ts';
import { ordered } from './lane-choice.ts';
import type { Lane } from './lanes.ts';

const hours = 5400;

test('zooming keeps the second that is pointed at in its place, and never leaves the video', () => {
  const near = zoomed(wholeView(hours), 0.5, 1350, hours);
  assert.deepEqual(near, { from: 675, to: 3375 });
  assert.equal(xOf(near, 1000, 1350), 250);
  assert.equal(secondAt(near, 0.25), 1350);
  assert.deepEqual(zoomed(wholeView(hours), 0.5, hours, hours), { from: 2700, to: hours });
  assert.ok(isWhole(zoomed(near, 100, 10, hours), hours));

  const nearest = zoomed(wholeView(hours), 1e-9, 100, hours);
  assert.ok(Math.abs(nearest.to - nearest.from - 2) < 1e-9);
  assert.deepEqual(zoomed(wholeView(0.4), 0.1, 0.2, 0.4), { from: 0, to: 0.4 });
});

test('it moves within the video and follows what is played', () => {
  const view = { from: 100, to: 200 };
  assert.deepEqual(moved(view, -500, hours), { from: 0, to: 100 });
  assert.deepEqual(moved(view, 99_999, hours), { from: hours - 100, to: hours });
  assert.equal(following(view, 150, hours), view);
  assert.deepEqual(following(view, 201, hours), { from: 191, to: 291 });
});

test('only what is in view has bars, cut at the edges', () => {
  const spans = [
    { start: 0, end: 50 },
    { start: 90, end: 120 },
    { start: 150, end: 160 },
    { start: 400, end: 500 },
  ];
  assert.deepEqual(barsOf(spans, { from: 100, to: 200 }, 100), [
    { x: -4, width: 24 },
    { x: 50, width: 10 },
  ]);
});

test('labels stand at round seconds of the view, in tenths where it is close', () => {
  assert.deepEqual(ticksOf({ from: 101, to: 121 }, 500), [105, 110, 115, 120]);
  assert.deepEqual(ticksOf({ from: 0.9, to: 1.5 }, 300), [1, 1.2, 1.4]);
});

test('lanes go by first sight or by name, objects after brands, cuts on top', () => {
  const lane = (kind: Lane['kind'], name: string, start: number): Lane => ({
    id: `${kind}-${name}`,
    kind,
    name,
    colour: '',
    marks: [],
    spans: [{ start, end: start + 1 }],
  });
  const lanes = [
    ...[lane('shots', 'Shots', 0), lane('brand', 'b', 1), lane('brand', 'a', 5)],
    ...[lane('object', 'cup', 0)],
  ];
  const names = (order: Parameters<typeof ordered>[1]) =>
    ordered(lanes, order).map(({ name }) => name);

  assert.deepEqual(names('presence'), ['Shots', 'b', 'a', 'cup']);
  assert.deepEqual(names('name'), ['Shots', 'a', 'b', 'cup']);
  assert.deepEqual(names('first'), ['Shots', 'b', 'a', 'cup']);
});
