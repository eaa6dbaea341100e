/** Reads a job's WAV file (16 kHz mono s16le) piece by piece, and makes WAV files of such pieces. */
import { type FileHandle, open } from 'node:fs/promises';
import { Fault } from '@reelsight/contract';
import type { SoundFile } from './engine.ts';

export const sampleRate = 16_000;

/** An open file; sample numbers count from the video's start. */
export class WavReader {
  readonly firstSample: number;
  /** One past the last sample. */
  readonly endSample: number;
  /** Bytes before the first sample. */
  readonly dataOffset: number;
  readonly #handle: FileHandle;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(
    handle: FileHandle,
    data: { readonly offset: number; readonly size: number },
    startSeconds: number,
  ) {
    this.#handle = handle;
    this.dataOffset = data.offset;
    this.firstSample = Math.round(startSeconds * sampleRate);
    this.endSample = this.firstSample + Math.floor(data.size / 2);
  }

  /** Throws Fault TRANSCRIPTION_FAILED when the file is not a WAV file in this format. */
  static async open({ path, startSeconds }: SoundFile): Promise<WavReader> {
    const handle = await open(path, 'r').catch((cause: unknown) => {
      throw new Fault('TRANSCRIPTION_FAILED', `cannot open ${path}`, { cause });
    });
    try {
      return new WavReader(handle, await findData(handle, path), startSeconds);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Raw s16le bytes of `count` samples from sample `from`, fewer at the end of the file. */
  async pcm(from: number, count: number): Promise<Buffer> {
    const samples = Math.max(0, Math.min(count, this.endSample - from));
    const buffer = Buffer.allocUnsafe(samples * 2);
    const { bytesRead } = await this.#handle.read(
      buffer,
      0,
      buffer.length,
      this.dataOffset + (from - this.firstSample) * 2,
    );

    return buffer.subarray(0, bytesRead - (bytesRead % 2));
  }

  /** The samples that `pcm` would return, as numbers in [-1, 1). */
  async floats(from: number, count: number): Promise<Float32Array> {
    const pcm = await this.pcm(from, count);
    const floats = new Float32Array(pcm.length / 2);
    for (let index = 0; index < floats.length; index++)
      floats[index] = pcm.readInt16LE(index * 2) / 32768;
    return floats;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** A complete WAV file around raw samples. */
export function wavFile(pcm: Uint8Array): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + pcm.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(pcm.length, 40);

  return Buffer.concat([header, pcm]);
}

/** A complete WAV file of samples in [-1, 1]; louder ones are clipped. */
export function wavOfFloats(samples: Float32Array): Buffer {
  const pcm = Buffer.alloc(samples.length * 2);
  for (const [index, sample] of samples.entries()) {
    const value = Math.round(sample * 32768) || 0;
    pcm.writeInt16LE(Math.max(-32768, Math.min(32767, value)), index * 2);
  }

  return wavFile(pcm);
}

/** Walks the chunks to `data`. If the header leaves the size open, as in a stream, the size is taken from the file. */
async function findData(
  handle: FileHandle,
  path: string,
): Promise<{ offset: number; size: number }> {
  const wrong = (problem: string) => new Fault('TRANSCRIPTION_FAILED', `${path}: ${problem}`);
  const { size: fileBytes } = await handle.stat();
  const read = async (position: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    if (bytesRead < length) throw wrong('the file ends inside its header');
    return buffer;
  };
  const riff = await read(0, 12);
  if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8, 12) !== 'WAVE')
    throw wrong('not a WAV file');

  let formatSeen = false;
  for (let chunkStart = 12; ; ) {
    const chunk = await read(chunkStart, 8);
    const name = chunk.toString('latin1', 0, 4);
    const size = chunk.readUInt32LE(4);

    if (name === 'fmt ') {
      const format = await read(chunkStart + 8, 16);
      const channels = format.readUInt16LE(2);
      const rate = format.readUInt32LE(4);
      const bits = format.readUInt16LE(14);
      if (channels !== 1 || rate !== sampleRate || bits !== 16)
        throw wrong(`${channels} channels, ${rate} Hz, ${bits} bits; wanted 1, ${sampleRate}, 16`);
      formatSeen = true;
    }

    if (name === 'data') {
      if (!formatSeen) throw wrong('samples before their format');
      return { offset: chunkStart + 8, size: Math.min(size, fileBytes - chunkStart - 8) };
    }

    chunkStart += 8 + size + (size % 2);
  }
}
