/** For tests: damages files in various ways, by a seeded generator. */

export const damages = [
  'bits',
  'many bits',
  'cut',
  'hole',
  'sizes',
  'heads swapped',
  'garbage between',
  'streams claimed',
  'numbers',
  'turned',
] as const;
export type Damage = (typeof damages)[number];

type Random = () => number;

const names = [
  'moov',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'stts',
  'stsz',
  'stco',
  'stsd',
  'mdat',
  'moof',
  'elst',
  'mvhd',
];

const at = (next: Random, below: number): number => Math.floor(next() * below);

const garbage = (next: Random, bytes: number): Buffer =>
  Buffer.from(Array.from({ length: bytes }, () => at(next, 256)));

/** Positions at which MP4 boxes begin, found by their names. */
function boxes(bytes: Buffer): number[] {
  return names.flatMap((name) => {
    const found = bytes.indexOf(name, 0, 'latin1');
    return found >= 4 ? [found - 4] : [];
  });
}

function flip(bytes: Buffer, next: Random, times: number, below = bytes.length): Buffer {
  const copy = Buffer.from(bytes);
  for (let n = 0; n < times; n += 1) {
    const place = at(next, below);
    copy[place] = (copy[place] ?? 0) ^ (1 << at(next, 8));
  }
  return copy;
}

/** Returns a damaged copy; `other` is a good file of another kind. */
export function damage(
  kind: Damage,
  bytes: Buffer,
  other: Buffer,
  next: Random,
): Buffer<ArrayBuffer> {
  return Buffer.from(ways[kind](bytes, next, other));
}

const ways: Record<Damage, (bytes: Buffer, next: Random, other: Buffer) => Buffer> = {
  bits: (bytes, next) => flip(bytes, next, 1 + at(next, 20)),
  'many bits': (bytes, next) => flip(bytes, next, Math.ceil(bytes.length / 200)),
  cut: (bytes, next) => bytes.subarray(0, 1 + at(next, bytes.length - 1)),
  hole: (bytes, next) => {
    const from = at(next, bytes.length);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + at(next, bytes.length))]);
  },
  sizes: (bytes, next) => {
    const copy = Buffer.from(bytes);
    const places = boxes(copy);
    const lies = [0, 1, 7, 8, 0x7fffffff, 0xffffffff, at(next, bytes.length), at(next, 2 ** 32)];
    for (let n = 0; n <= at(next, 3); n += 1) {
      const place = places[at(next, places.length)] ?? at(next, Math.min(bytes.length - 4, 400));
      copy.writeUInt32BE(lies[at(next, lies.length)] ?? 0, place);
    }

    return copy;
  },
  'heads swapped': (bytes, next, other) => {
    const size = 16 + at(next, 2000);
    return Buffer.concat([other.subarray(0, size), bytes.subarray(size)]);
  },
  'garbage between': (bytes, next) => {
    const parts: Buffer[] = [];
    for (let from = 0; from < bytes.length; ) {
      const to = Math.min(bytes.length, from + 1 + at(next, bytes.length / 3));
      parts.push(bytes.subarray(from, to), garbage(next, at(next, 300)));
      from = to;
    }
    return Buffer.concat(parts);
  },
  'streams claimed': (bytes, next) => {
    const copy = Buffer.from(bytes);
    // Names of codecs and handlers, wherever they occur in the first and last parts of the file.
    const kinds = ['avc1', 'mp4a', 'hvc1', 'vide', 'soun', 'V_VP8', 'V_VP9', 'A_OPUS', 'apcn'];
    const from = kinds[at(next, kinds.length)] ?? '';
    const to = kinds[at(next, kinds.length)] ?? '';

    for (const name of [from, ...kinds]) {
      const place = copy.indexOf(name, 0, 'latin1');
      if (place >= 0) copy.write(to, place, 'latin1');
      if (place >= 0 && name === from) break;
    }

    return flip(copy, next, 5, Math.min(copy.length, 600));
  },
  numbers: (bytes, next) => {
    const copy = Buffer.from(bytes);
    const values = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff];
    for (let n = 0; n <= at(next, 8); n += 1) {
      const head = next() < 0.5 ? 0 : Math.max(0, copy.length - 3000);
      const place = Math.min(copy.length - 4, head + at(next, 3000));
      copy.writeUInt32BE(values[at(next, values.length)] ?? 0, place);
    }

    return copy;
  },
  turned: (bytes, next) => {
    const from = at(next, bytes.length);
    const length = 1 + at(next, 3000);
    const copy = Buffer.from(bytes);
    copy.subarray(from, from + length).reverse();
    return copy;
  },
};
