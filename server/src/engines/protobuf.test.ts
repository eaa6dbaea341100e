/** Tests that fields read back as they were written, and that bytes which are not a message are refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bytesField,
  floatField,
  messageField,
  numberField,
  textField,
  wireFields,
} from './protobuf.ts';

test('fields come back in order, with their bytes and the whole of each', () => {
  const inner = messageField(7, [numberField(1, 5), textField(2, 'ä')]);
  const message = Buffer.concat([
    numberField(300, 2 ** 40 + 3),
    inner,
    floatField(2, 1.5),
    Uint8Array.of(0x19, 1, 2, 3, 4, 5, 6, 7, 8),
    bytesField(4, new Uint8Array(200)),
  ]);
  const fields = [...wireFields(message)];
  assert.deepEqual(
    fields.map(({ number, type, bytes }) => [number, type, bytes.length]),
    [
      [300, 0, 6],
      [7, 2, 6],
      [2, 5, 4],
      [3, 1, 8],
      [4, 2, 200],
    ],
  );
  assert.deepEqual(Buffer.concat(fields.map(({ raw }) => raw)), message);

  const [, nested] = fields;
  assert.ok(nested);
  assert.deepEqual(
    [...wireFields(nested.bytes)].map(({ number, bytes }) => [
      number,
      Buffer.from(bytes).toString(),
    ]),
    [
      [1, '\u0005'],
      [2, 'ä'],
    ],
  );
});

test('a message cut short, or of an unknown kind, is refused', () => {
  const message = messageField(7, [textField(2, 'whole')]);
  for (let length = 1; length < message.length; length++)
    assert.throws(() => [...wireFields(message.subarray(0, length))], RangeError);
  assert.throws(() => [...wireFields(Uint8Array.of(0x0b, 1))], RangeError);
});
