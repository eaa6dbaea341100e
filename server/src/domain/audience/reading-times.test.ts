import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfWindow, nextReading, retryAfterMs } from './reading-times.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const days = [1, 3, 7, 30];
const from = new Date('2026-11-01T12:00:00.000Z');
const video = { link: 'dQw4w9WgXcQ', from };
const after = (ms: number) => new Date(from.getTime() + ms);

test('a video is read once after each of the days, within six hours, then no more', () => {
  let now = from;
  for (const day of days) {
    const next = nextReading(days, video, now);
    assert.ok(next, `day ${day}`);
    const lateMs = next.getTime() - from.getTime() - day * dayMs;
    assert.ok(lateMs >= 0 && lateMs < 6 * hourMs, `${lateMs} ms after day ${day}`);
    now = next;
  }
  assert.equal(nextReading(days, video, now), null);
  assert.equal(nextReading([], video, from), null);
});

test('days that have passed are not made up for', () => {
  const next = nextReading(days, video, after(8 * dayMs));
  assert.ok(next && next >= after(30 * dayMs));
});

test('videos published together are spread, and the same video is always due at the same time', () => {
  const times = Array.from(
    { length: 60 },
    (_, index) => nextReading(days, { link: `video ${index}`, from }, from)?.getTime() ?? 0,
  );
  const hours = new Set(times.map((time) => Math.floor((time - from.getTime()) / hourMs)));
  assert.ok(hours.size >= 5, `${hours.size} different hours`);
  assert.deepEqual(nextReading(days, video, from), nextReading(days, { ...video }, from));
});

test('a reading may be tried until the next one is due, the last one for three days', () => {
  const first = nextReading(days, video, from) as Date;
  assert.deepEqual(endOfWindow(days, video, first), nextReading(days, video, first));

  const last = nextReading(days, video, after(8 * dayMs)) as Date;
  assert.equal(endOfWindow(days, video, last).getTime(), last.getTime() + 3 * dayMs);
});

test('waits double from an hour to half a day', () => {
  const hours = [1, 2, 3, 4, 5, 50].map((tries) => retryAfterMs(tries) / hourMs);
  assert.deepEqual(hours, [1, 2, 4, 8, 12, 12]);
});
