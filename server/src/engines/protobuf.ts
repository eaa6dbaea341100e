/**
 * The wire format of protocol buffers, as far as ONNX files use it: https://protobuf.dev/programming-guides/encoding/
 */

/** One field of a message. For a number, `bytes` holds the bytes of its value. */
export interface WireField {
  readonly number: number;
  /** Wire type: 0 is a varint, 1 is 8 bytes, 2 is a length followed by that many bytes, 5 is 4 bytes. */
  readonly type: number;
  /** The field's content: the varint's own bytes for type 0, and the bytes after the length for type 2. */
  readonly bytes: Uint8Array;
  /** The whole field including its key, for copying it unchanged. */
  readonly raw: Uint8Array;
}

/** The fields of a message in order. Throws RangeError if the bytes are not a message. */
export function* wireFields(message: Uint8Array): Generator<WireField> {
  const reader = new WireReader(message);
  while (!reader.done) yield reader.field();
}

class WireReader {
  readonly #message: Uint8Array;
  #at = 0;

  constructor(message: Uint8Array) {
    this.#message = message;
  }

  get done(): boolean {
    return this.#at >= this.#message.length;
  }

  field(): WireField {
    const start = this.#at;
    const key = this.#varint();
    const type = key % 8;
    const bytes = this.#take(type);
    const raw = this.#message.subarray(start, this.#at);
    return { number: Math.floor(key / 8), type, bytes, raw };
  }

  #take(type: number): Uint8Array {
    const start = this.#at;

    if (type === 0) {
      this.#varint();
      return this.#message.subarray(start, this.#at);
    }

    const length = type === 2 ? this.#varint() : type === 1 ? 8 : type === 5 ? 4 : Number.NaN;
    const from = this.#at;
    this.#at += length;

    if (!(this.#at <= this.#message.length)) throw new RangeError('no protocol buffer message');
    return this.#message.subarray(from, this.#at);
  }

  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#message[this.#at++];
      if (byte === undefined) throw new RangeError('no protocol buffer message');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
}

export const numberField = (field: number, value: number): Uint8Array =>
  Uint8Array.from([...varint(field * 8), ...varint(value)]);

export function floatField(field: number, value: number): Uint8Array {
  const data = Buffer.alloc(4);
  data.writeFloatLE(value);
  return Buffer.concat([Uint8Array.from(varint(field * 8 + 5)), data]);
}

export const bytesField = (field: number, value: Uint8Array): Uint8Array =>
  messageField(field, [value]);

export const textField = (field: number, value: string): Uint8Array =>
  bytesField(field, Buffer.from(value));

export const messageField = (field: number, content: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(messageParts(field, content));

/** Like `messageField`, but returns the message in parts, for messages so large that a copy would be costly. */
export function messageParts(field: number, content: readonly Uint8Array[]): Uint8Array[] {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  return [Uint8Array.from([...varint(field * 8 + 2), ...varint(length)]), ...content];
}

function varint(value: number): number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low + 128, ...varint(Math.floor(value / 128))];
}
