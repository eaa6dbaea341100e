/** Reads the length of an mp4 or mov file from its movie header, or as the sum of its fragments (ISO/IEC 14496-12). */
import type { ReadAt } from './read-at.ts';

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Maximum number of boxes to read; no genuine file has more. */
const mostBoxes = 200_000;

/** The boxes between two offsets. */
async function* boxes(readAt: ReadAt, from: number, to: number): AsyncGenerator<Box> {
  let position = from;
  for (let count = 0; position + 8 <= to && count < mostBoxes; count += 1) {
    const head = await readAt(position, 16);
    let size = head.readUInt32BE(0);
    const type = head.subarray(4, 8).toString('latin1');
    let header = 8;

    if (size === 1) {
      size = Number(head.readBigUInt64BE(8));
      header = 16;
    } else if (size === 0) size = to - position;

    if (size < header) return;
    yield { type, start: position + header, end: Math.min(to, position + size) };
    position += size;
  }
}

async function childOf(readAt: ReadAt, parent: Box, type: string): Promise<Box | undefined> {
  for await (const box of boxes(readAt, parent.start, parent.end))
    if (box.type === type) return box;
  return undefined;
}

/** Reads the time scale and length of a header box. Its `version` determines the width of the time fields. */
async function headerTimes(readAt: ReadAt, box: Box): Promise<{ scale: number; length: number }> {
  const data = await readAt(box.start, 36);
  return data.readUInt8(0) === 1
    ? { scale: data.readUInt32BE(20), length: Number(data.readBigUInt64BE(24)) }
    : { scale: data.readUInt32BE(12), length: data.readUInt32BE(16) };
}

/** The length in seconds; null if the file does not state one. */
export async function mp4Seconds(readAt: ReadAt, size: number): Promise<number | null> {
  let longest = 0;
  const tracks = new Map<number, Track>();

  for await (const box of boxes(readAt, 0, size)) {
    if (box.type === 'moov') longest = Math.max(longest, await movieSeconds(readAt, box, tracks));
    else if (box.type === 'moof') await addFragment(readAt, box, tracks);
  }

  const ends = [...tracks.values()].map(({ units, scale }) => (scale > 0 ? units / scale : 0));
  return Math.max(longest, 0, ...ends) || null;
}

interface Track {
  readonly scale: number;
  /** Duration of a sample, in units of the track's scale, if the fragment does not state one. */
  readonly defaultUnits: number;
  /** End of the track's last fragment, in units of the track's scale. */
  units: number;
}

/**
 * The length that the movie header states, in seconds. Also fills `tracks`, from which the length of fragments is
 * computed.
 */
async function movieSeconds(
  readAt: ReadAt,
  moov: Box,
  tracks: Map<number, Track>,
): Promise<number> {
  let seconds = 0;
  const defaults = await defaultUnits(readAt, moov);

  for await (const box of boxes(readAt, moov.start, moov.end)) {
    if (box.type === 'mvhd') {
      const { scale, length } = await headerTimes(readAt, box);
      // A length with all bits set means "unknown".
      if (scale > 0 && length < 0xffffffff) seconds = length / scale;
    }

    if (box.type !== 'trak') continue;
    const tkhd = await childOf(readAt, box, 'tkhd');
    const mdia = await childOf(readAt, box, 'mdia');
    const mdhd = mdia && (await childOf(readAt, mdia, 'mdhd'));
    if (!tkhd || !mdhd) continue;

    const head = await readAt(tkhd.start, 24);
    const id = head.readUInt32BE(head.readUInt8(0) === 1 ? 20 : 12);
    const { scale } = await headerTimes(readAt, mdhd);
    tracks.set(id, { scale, defaultUnits: defaults.get(id) ?? 0, units: 0 });
  }

  return seconds;
}

async function defaultUnits(readAt: ReadAt, moov: Box): Promise<Map<number, number>> {
  const unitsByTrack = new Map<number, number>();
  const mvex = await childOf(readAt, moov, 'mvex');
  if (!mvex) return unitsByTrack;

  for await (const box of boxes(readAt, mvex.start, mvex.end)) {
    if (box.type !== 'trex') continue;
    const data = await readAt(box.start, 16);
    unitsByTrack.set(data.readUInt32BE(4), data.readUInt32BE(12));
  }

  return unitsByTrack;
}

async function addFragment(readAt: ReadAt, moof: Box, tracks: Map<number, Track>): Promise<void> {
  for await (const traf of boxes(readAt, moof.start, moof.end)) {
    if (traf.type !== 'traf') continue;

    const tfhd = await childOf(readAt, traf, 'tfhd');
    if (!tfhd) continue;

    const head = await readAt(tfhd.start, 28);
    const flags = head.readUInt32BE(0) & 0xffffff;
    const track = tracks.get(head.readUInt32BE(4));
    if (!track) continue;

    const offset = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
    const perSample = flags & 0x8 ? head.readUInt32BE(offset) : track.defaultUnits;

    for await (const box of boxes(readAt, traf.start, traf.end)) {
      if (box.type === 'tfdt') {
        const data = await readAt(box.start, 12);
        track.units =
          data.readUInt8(0) === 1 ? Number(data.readBigUInt64BE(4)) : data.readUInt32BE(4);
      } else if (box.type === 'trun') track.units += await runUnits(readAt, box, perSample);
    }
  }
}

/** The total duration of the samples in a run. */
async function runUnits(readAt: ReadAt, trun: Box, perSample: number): Promise<number> {
  const data = await readAt(trun.start, trun.end - trun.start);
  const flags = data.readUInt32BE(0) & 0xffffff;
  const count = data.readUInt32BE(4);
  if (!(flags & 0x100)) return count * perSample;

  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  let offset = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  let units = 0;
  for (let index = 0; index < count; index += 1, offset += fields * 4)
    units += data.readUInt32BE(offset);

  return units;
}
