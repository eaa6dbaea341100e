/**
 * Checks a detached OpenPGP signature (RFC 9580) of the only kind used for yt-dlp's releases: version 4, RSA, SHA-2.
 * Any other kind of signature is refused.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

export class SignatureError extends Error {}

export interface SigningKey {
  /** 40 hex digits. */
  readonly fingerprint: string;
  readonly key: KeyObject;
  readonly sizeBytes: number;
}

interface Packet {
  readonly tag: number;
  readonly body: Buffer;
}

const tags = { signature: 2, publicKey: 6 } as const;
const rsa = 1;
const ofBinaryDocument = 0x00;
const hashes: Readonly<Record<number, string>> = { 8: 'sha256', 9: 'sha384', 10: 'sha512' };
const subpackets = {
  created: 2,
  expires: 3,
  keyId: 16,
  notation: 20,
  userId: 28,
  issuer: 33,
} as const;
const understood: readonly number[] = Object.values(subpackets);

/** Reads an RSA key, armored or not. Throws SignatureError. */
export function readSigningKey(text: Buffer): SigningKey {
  const body = packetsOf(text).find(({ tag }) => tag === tags.publicKey)?.body;
  if (body?.[0] !== 4 || body[5] !== rsa)
    throw new SignatureError('the key is no RSA key of version 4');

  const modulus = readMpi(body, 6);
  const exponent = readMpi(body, modulus.end);
  const jwk = {
    kty: 'RSA',
    n: modulus.value.toString('base64url'),
    e: exponent.value.toString('base64url'),
  };
  const head = Buffer.from([0x99, body.length >> 8, body.length & 0xff]);

  return {
    fingerprint: createHash('sha1').update(head).update(body).digest('hex'),
    key: createPublicKey({ key: jwk, format: 'jwk' }),
    sizeBytes: modulus.value.length,
  };
}

/**
 * Checks signatures. Throws SignatureError unless one of them was made over `data` with this key and has not expired
 * at `now`.
 */
export function checkSignature(data: Buffer, signatures: Buffer, key: SigningKey, now: Date): void {
  const signaturePackets = packetsOf(signatures).filter(({ tag }) => tag === tags.signature);
  let reason = 'there is no signature in the file';

  for (const { body } of signaturePackets) {
    const trouble = readable(() => troubleOf(body, data, key, now));
    if (trouble === null) return;
    reason = trouble;
  }

  throw new SignatureError(reason);
}

/** Converts errors of reads beyond the end of the data: Node's own error for an invalid length is uninformative. */
function readable(read: () => string | null): string | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof SignatureError) return error.message;
    if (error instanceof RangeError) return 'the signature is damaged';
    throw error;
  }
}

/** Why a signature is not valid; null if it is. */
function troubleOf(body: Buffer, data: Buffer, key: SigningKey, now: Date): string | null {
  const [version, type, algorithm, hash = 0] = body;
  const digest = hashes[hash];
  if (version !== 4 || type !== ofBinaryDocument || algorithm !== rsa || digest === undefined)
    return 'the signature is of a kind that is not expected';

  const hashedEnd = 6 + body.readUInt16BE(4);
  const hashed = subpacketsOf(body.subarray(6, hashedEnd));
  const unhashedEnd = hashedEnd + 2 + body.readUInt16BE(hashedEnd);
  const trouble = termsTrouble(hashed, key, now);
  if (trouble !== null) return trouble;

  const value = readMpi(body, unhashedEnd + 2).value;
  if (value.length > key.sizeBytes) return 'the signature is longer than the key';

  const padded = Buffer.concat([Buffer.alloc(key.sizeBytes - value.length), value]);
  const trailer = Buffer.from([4, 0xff, 0, 0, 0, 0]);
  trailer.writeUInt32BE(hashedEnd, 2);

  const signed = Buffer.concat([data, body.subarray(0, hashedEnd), trailer]);
  return verify(digest, signed, key.key, padded) ? null : 'the signature does not match';
}

/** Checks what the signed part of a signature states about the signature. Returns the first problem, or null. */
function termsTrouble(
  hashed: readonly Subpacket[],
  { fingerprint }: SigningKey,
  now: Date,
): string | null {
  const of = (type: number) => hashed.find((subpacket) => subpacket.type === type)?.body;
  if (hashed.some(({ type, critical }) => critical && !understood.includes(type)))
    return 'the signature has terms that are not understood';

  const issuer = of(subpackets.issuer)?.subarray(1).toString('hex');
  if (issuer !== undefined && issuer !== fingerprint)
    return `it is signed by another key, ${issuer}`;

  const created = of(subpackets.created)?.readUInt32BE();
  if (created === undefined) return 'the signature has no date';

  const seconds = of(subpackets.expires)?.readUInt32BE() ?? 0;
  const expired = seconds > 0 && (created + seconds) * 1000 <= now.getTime();

  return expired ? 'the signature has expired' : null;
}

interface Subpacket {
  readonly type: number;
  readonly critical: boolean;
  readonly body: Buffer;
}

function subpacketsOf(bytes: Buffer): Subpacket[] {
  const parsedSubpackets: Subpacket[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const { length, start } = newLength(bytes, offset);
    const type = bytes.readUInt8(start);
    parsedSubpackets.push({
      type: type & 0x7f,
      critical: (type & 0x80) !== 0,
      body: bytes.subarray(start + 1, start + length),
    });
    offset = start + length;
  }

  return parsedSubpackets;
}

/** Splits the bytes into packets. Throws SignatureError if they are not packets. */
function packetsOf(input: Buffer): Packet[] {
  const bytes = input.subarray(0, 5).toString('latin1') === '-----' ? unarmored(input) : input;
  const packets: Packet[] = [];
  try {
    for (let offset = 0; offset < bytes.length; ) {
      const head = bytes.readUInt8(offset);
      if ((head & 0x80) === 0) throw new RangeError('no packet');

      const { tag, length, start } = packetHead(bytes, offset, head);
      if (start + length > bytes.length) throw new RangeError('cut off');

      packets.push({ tag, body: bytes.subarray(start, start + length) });
      offset = start + length;
    }
    return packets;
  } catch (error) {
    throw new SignatureError(`it is no OpenPGP file (${(error as Error).message})`);
  }
}

function packetHead(bytes: Buffer, offset: number, head: number) {
  if ((head & 0x40) !== 0) return { tag: head & 0x3f, ...newLength(bytes, offset + 1) };
  const size = 1 << (head & 3);
  if (size > 4) throw new RangeError('no length');
  return {
    tag: (head >> 2) & 0xf,
    length: bytes.readUIntBE(offset + 1, size),
    start: offset + 1 + size,
  };
}

/** Reads a length of one, two or five bytes at `offset`; `start` is the offset after it. */
function newLength(
  bytes: Buffer,
  offset: number,
): { readonly length: number; readonly start: number } {
  const first = bytes.readUInt8(offset);
  if (first < 192) return { length: first, start: offset + 1 };
  if (first < 224)
    return { length: ((first - 192) << 8) + bytes.readUInt8(offset + 1) + 192, start: offset + 2 };
  if (first < 255) throw new RangeError('partial lengths');
  return { length: bytes.readUInt32BE(offset + 1), start: offset + 5 };
}

/** Reads a multiprecision integer, whose bit length is in its first two bytes. */
function readMpi(bytes: Buffer, offset: number): { readonly value: Buffer; readonly end: number } {
  const end = offset + 2 + Math.ceil(bytes.readUInt16BE(offset) / 8);
  if (end > bytes.length) throw new SignatureError('a number in it is cut off');
  return { value: bytes.subarray(offset + 2, end), end };
}

/**
 * Returns the bytes between the lines of dashes (ASCII armor). The headers end with an empty line; the checksum is not
 * checked.
 */
function unarmored(text: Buffer): Buffer {
  const lines = text.toString('latin1').split(/\r?\n/);
  const from = lines.indexOf('');
  const to = lines.findIndex((line, index) => index > from && /^(=|-----)/.test(line));
  return Buffer.from(lines.slice(from + 1, to).join(''), 'base64');
}
