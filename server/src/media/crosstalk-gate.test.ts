/** Sound that is only the other channel's voice is removed from a channel, and nothing else is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CrosstalkGate } from './crosstalk-gate.ts';

const rate = 16_000;

/** Samples that all have the same value (16-bit little-endian). */
const level = (seconds: number, value: number): Buffer =>
  Buffer.from(new Int16Array(Math.round(seconds * rate)).fill(value).buffer);

/** Passes the sound through a gate in pieces of the size that decoders deliver. */
function gated(left: Buffer, right: Buffer, bytes = 2 * 1152): [Int16Array, Int16Array] {
  const gate = new CrosstalkGate();
  const out: [Buffer[], Buffer[]] = [[], []];
  const keep = ([a, b]: [Buffer, Buffer]) => {
    out[0].push(a);
    out[1].push(b);
  };
  for (let at = 0; at < left.length; at += bytes) {
    keep(gate.add(left.subarray(at, at + bytes), right.subarray(at, at + bytes)));
  }

  keep(gate.finish());
  const [a, b] = out.map((parts) => new Int16Array(new Uint8Array(Buffer.concat(parts)).buffer));

  return [a as Int16Array, b as Int16Array];
}

test('an echo is taken out, the voice stays, sample for sample', () => {
  const [left, right] = gated(level(2.03, 5000), level(2.03, 200));
  assert.equal(left.length, Math.round(2.03 * rate));
  assert.ok(left.every((sample) => sample === 5000));
  assert.equal(right.length, left.length);
  assert.ok(right.every((sample) => sample === 0));
});

test('who speaks softly while the other speaks is heard', () => {
  const [left, right] = gated(level(1, 5000), level(1, 1000));
  assert.ok(left.every((sample) => sample === 5000));
  assert.ok(right.every((sample) => sample === 1000));
});

test('a pause between syllables is no reason, and each turn is whole', () => {
  const turns = (first: number, second: number) =>
    Buffer.concat([level(1, first), level(0.2, 20), level(1, second)]);
  const [left, right] = gated(turns(5000, 100), turns(100, 5000), 7777 * 2);
  assert.ok(left.subarray(0, rate).every((sample) => sample === 5000));
  assert.ok(right.subarray(-rate).every((sample) => sample === 5000));
  assert.ok(left.subarray(-0.5 * rate).every((sample) => sample === 0));
  assert.ok(right.subarray(0, 0.5 * rate).every((sample) => sample === 0));
});

test('what follows an end begins anew', () => {
  const gate = new CrosstalkGate();
  gate.add(level(1, 5000), level(1, 5000));
  assert.equal(gate.finish()[0].length, 2 * 3 * 1600);

  const [left, right] = gate.add(level(1, 7), level(1, 9));
  assert.equal(left.readInt16LE(0), 7);
  assert.equal(right.readInt16LE(0), 9);
  assert.deepEqual(
    gate.finish().map(({ length }) => length),
    [9600, 9600],
  );
  assert.deepEqual(
    gate.finish().map(({ length }) => length),
    [0, 0],
  );
});
