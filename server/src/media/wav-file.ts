/** A WAV file of 16 kHz mono 16-bit samples, written in order of time with gaps left silent. */
import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { writeFully } from './disk.ts';

export const audioSampleRate = 16_000;
const sampleBytes = 2;
const headerBytes = 44;
const bufferBytes = 65_536;

/** Holds the file open. Moments nothing is written for are holes in the file, so long gaps cost nothing. */
export class WavFile {
  readonly #file: number;
  readonly #buffer = Buffer.alloc(bufferBytes);
  #buffered = 0;
  /** Byte of the sound the next write belongs to; may lie before time 0 or before the end of what is written. */
  #position = 0;
  /** Bytes of sound so far, the buffered ones included. */
  #end = 0;
  #open = true;
  readonly #onSound: (sample: number, pcm: Buffer) => void;

  /** @param onSound gets the samples written to the file, in order of time, without the silence of gaps */
  constructor(path: string, onSound: (sample: number, pcm: Buffer) => void = () => {}) {
    this.#file = openSync(path, 'w');
    this.#onSound = onSound;
  }

  /** Says which sample the next write starts with. */
  seek(sample: number): void {
    this.#position = sample * sampleBytes;
  }

  /** Samples before time 0 and those that overlap what is written already are dropped. */
  write(samples: Buffer): void {
    const skip = Math.min(samples.length, Math.max(0, this.#end - this.#position));
    this.#position += samples.length;
    const fresh = samples.subarray(skip);
    if (fresh.length === 0) return;
    const start = this.#position - fresh.length;
    this.#onSound(start / sampleBytes, fresh);
    if (start > this.#end || this.#buffered + fresh.length > bufferBytes) this.#flush();
    this.#end = this.#position;
    if (fresh.length > bufferBytes) {
      writeFully(this.#file, fresh, headerBytes + start);
      return;
    }
    fresh.copy(this.#buffer, this.#buffered);
    this.#buffered += fresh.length;
  }

  /** Writes what is left and the header; returns the number of samples. */
  finish(): number {
    this.#flush();
    ftruncateSync(this.#file, headerBytes + this.#end);
    writeFully(this.#file, header(this.#end), 0);
    return this.#end / sampleBytes;
  }

  close(): void {
    if (this.#open) closeSync(this.#file);
    this.#open = false;
  }

  #flush(): void {
    const at = headerBytes + this.#end - this.#buffered;
    writeFully(this.#file, this.#buffer.subarray(0, this.#buffered), at);
    this.#buffered = 0;
  }
}

function header(dataBytes: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + dataBytes, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(audioSampleRate, 24);
  bytes.writeUInt32LE(audioSampleRate * sampleBytes, 28);
  bytes.writeUInt16LE(sampleBytes, 32);
  bytes.writeUInt16LE(8 * sampleBytes, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(dataBytes, 40);
  return bytes;
}
