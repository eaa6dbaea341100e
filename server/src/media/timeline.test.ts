/** Timestamps from files whose clocks restart or jump are converted to one continuous clock. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AV_NOPTS_VALUE, AV_PKT_FLAG_DISCARD } from 'node-av/constants';
import type { Packet } from 'node-av/lib';
import { Timeline } from './timeline.ts';

const milliseconds = { num: 1, den: 1000 };

/** Makes a packet of a stream; times are in seconds, null if not stated. */
function packet(
  streamIndex: number,
  decoding: number | null,
  { presented = decoding, duration = 0.04, position = -1, isShown = true } = {},
): Packet {
  const stamp = (time: number | null) =>
    time === null ? AV_NOPTS_VALUE : BigInt(Math.round(time * 1000));
  return {
    streamIndex,
    pts: stamp(presented),
    dts: stamp(decoding),
    duration: stamp(duration),
    pos: BigInt(position),
    flags: isShown ? 0 : AV_PKT_FLAG_DISCARD,
  } as Packet;
}

function placed(timeline: Timeline, one: Packet): number {
  timeline.place(one, milliseconds);
  return Number(one.pts) / 1000;
}

const picture = 0;
const sound = 1;
const broadcast = () => new Timeline({ skipsHoles: true });
const stored = () => new Timeline({ skipsHoles: false });

/** Places packets of both streams, side by side, starting at a time; returns the times of the pictures. */
function record(timeline: Timeline, from: number, seconds: number): number[] {
  const times: number[] = [];
  for (let index = 0; index < seconds * 25; index += 1) {
    times.push(placed(timeline, packet(picture, from + index / 25)));
    placed(timeline, packet(sound, from + index / 25));
  }
  return times;
}

describe('a timeline', () => {
  test('does not go by what an edit list only decodes', () => {
    const timeline = stored();
    record(timeline, 0, 3);
    // Decoding of the second edit starts at a key frame one second before the edit.
    for (const time of [2, 2.4, 2.8]) placed(timeline, packet(picture, time, { isShown: false }));
    assert.equal(placed(timeline, packet(picture, 3)), 3);
    assert.equal(timeline.recordings.length, 1);
    assert.ok(Math.abs(timeline.endSeconds - 3.04) < 0.001, `${timeline.endSeconds}`);
  });

  test('leaves the times of a steady clock as they are', () => {
    const timeline = broadcast();
    const times = record(timeline, 1.4, 20);
    assert.equal(times[0], 1.4);
    assert.ok(Math.abs((times.at(-1) ?? 0) - 21.36) < 0.001);
    assert.equal(timeline.recordings.length, 1);
    assert.ok(Math.abs(timeline.endSeconds - 21.4) < 0.001);
  });

  for (const [what, start] of Object.entries({
    restarts: 1.4,
    'jumps ahead by hours': 20_000,
    'wraps to 0': 0,
    'goes back a little': 5,
  })) {
    test(`goes on where the clock ${what}`, () => {
      const timeline = broadcast();
      record(timeline, 1.4, 8);
      const second = record(timeline, start, 8);
      assert.equal(timeline.recordings.length, 2);
      assert.ok(Math.abs((second[0] ?? 0) - 9.4) < 0.05, `${second[0]}`);
      assert.ok(Math.abs(timeline.endSeconds - 17.4) < 0.05, `${timeline.endSeconds}`);
    });
  }

  test('keeps a hole where the container says how long a picture is shown', () => {
    const timeline = stored();
    record(timeline, 0, 2);
    assert.equal(placed(timeline, packet(picture, 5000)), 5000);
    assert.equal(timeline.recordings.length, 1);
  });

  test('keeps a pause of one stream while the other goes on', () => {
    const timeline = broadcast();
    placed(timeline, packet(picture, 0));
    for (let time = 0; time < 60; time += 0.5) placed(timeline, packet(sound, time));
    assert.equal(placed(timeline, packet(picture, 59.5)), 59.5);
    assert.equal(timeline.recordings.length, 1);
  });

  test('takes the last picture of a recording after the first sound of the next for what it is', () => {
    const timeline = broadcast();
    record(timeline, 1.4, 20);
    placed(timeline, packet(sound, 1.4));
    assert.ok(Math.abs(placed(timeline, packet(picture, 21.4)) - 21.4) < 0.001);
    const next = placed(timeline, packet(picture, 1.4));
    assert.ok(Math.abs(next - 21.4) < 0.1, `${next}`);
    assert.equal(timeline.recordings.length, 2);
  });

  for (const timeline of [broadcast(), stored()]) {
    test('one damaged timestamp shifts nothing', () => {
      record(timeline, 0, 10);
      placed(timeline, packet(picture, 2));
      const after = record(timeline, 10.04, 10);
      assert.ok(Math.abs((after.at(-1) ?? 0) - 20) < 0.2, `${after.at(-1)}`);
    });
  }

  test('pictures that are stored out of order are no restart', () => {
    const timeline = stored();
    const order = [0, 12, 4, 8, 24, 16, 20];
    for (const [index, presented] of order.entries()) {
      placed(timeline, packet(picture, index * 4 - 8, { presented }));
    }
    assert.equal(timeline.recordings.length, 1);
  });

  test('counts packets without timestamps by the distance of those before', () => {
    const timeline = broadcast();
    for (let index = 0; index < 100; index += 1) {
      const time = index % 10 === 0 ? index / 50 : null;
      timeline.place(packet(sound, time, { duration: 0 }), milliseconds);
    }
    assert.ok(Math.abs(timeline.endSeconds - 2) < 0.03, `${timeline.endSeconds}`);
  });

  test('after a seek into a recording has the times of the first reading', () => {
    const first = broadcast();
    record(first, 1.4, 8);
    record(first, 1.4, 8);
    const again = new Timeline({ skipsHoles: true, known: first.recordings });
    again.enter(1);
    const time = placed(again, packet(picture, 3.4));
    assert.ok(Math.abs(time - 11.4) < 0.05, `${time}`);
  });
});
