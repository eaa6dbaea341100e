/**
 * A host of releases on the loopback interface that behaves well or badly, with a key of its own that signs the
 * releases.
 */
import { createHash, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Signer {
  /** The public key, as an OpenPGP file. */
  readonly publicKey: Buffer;
  /**
   * Makes a detached signature of 2026-01-01. `expiresSeconds`: how long after this date it expires; `critical` adds a
   * critical field that no program knows.
   */
  sign(data: Buffer, terms?: { expiresSeconds?: number; critical?: boolean }): Buffer;
}

const createdSeconds = Date.UTC(2026, 0, 1) / 1000;
const numberOf = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const mpi = (value: Buffer): Buffer => {
  const from = value.findIndex((byte) => byte !== 0);
  const digits = value.subarray(from);
  const bits = (digits.length - 1) * 8 + (32 - Math.clz32(digits[0] ?? 0));
  return Buffer.concat([numberOf(bits, 2), digits]);
};
const packet = (tag: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x80 | (tag << 2) | 1]), numberOf(body.length, 2), body]);
const subpacket = (type: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([body.length + 1, type]), body]);

/** Signs as `gpg --detach-sign` does, with a newly generated key. */
export function makeSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const key = Buffer.concat([
    Buffer.from([4]),
    numberOf(createdSeconds, 4),
    Buffer.from([1]),
    ...[n, e].map((one) => mpi(Buffer.from(one, 'base64url'))),
  ]);
  const fingerprint = createHash('sha1')
    .update(Buffer.from([0x99]))
    .update(numberOf(key.length, 2))
    .update(key)
    .digest();

  return {
    publicKey: packet(6, key),
    sign: (data, { expiresSeconds, critical } = {}) => {
      const hashed = Buffer.concat([
        subpacket(33, Buffer.concat([Buffer.from([4]), fingerprint])),
        subpacket(2, numberOf(createdSeconds, 4)),
        ...(expiresSeconds ? [subpacket(3, numberOf(expiresSeconds, 4))] : []),
        ...(critical ? [subpacket(0x80 | 100, Buffer.from([1]))] : []),
      ]);
      const head = Buffer.concat([Buffer.from([4, 0, 1, 8]), numberOf(hashed.length, 2), hashed]);
      const trailer = Buffer.concat([Buffer.from([4, 0xff]), numberOf(head.length, 4)]);
      const value = signBytes('sha256', Buffer.concat([data, head, trailer]), privateKey);

      return packet(2, Buffer.concat([head, numberOf(0, 2), Buffer.from([0, 0]), mpi(value)]));
    },
  };
}

export interface TestRelease {
  readonly version: string;
  readonly files: Readonly<Record<string, Buffer>>;
}

export type Manners =
  /**
   * Like GitHub: `latest` redirects to the release, and the address of a file redirects to another path that serves it.
   */
  | 'good'
  /** Like a folder of files: nothing redirects. */
  | 'plain'
  | 'limited'
  | 'html'
  | 'missing'
  | 'wrongChecksum'
  | 'wrongSignature'
  | 'otherKey'
  | 'truncated'
  | 'silent'
  | 'elsewhere'
  | 'broken';

export interface ReleaseHostServer {
  readonly url: string;
  readonly signer: Signer;
  /** Paths of all requests. */
  readonly requests: string[];
  latest: string;
  manners: Manners;
  add(release: TestRelease): void;
  close(): Promise<void>;
}

/**
 * Listens on a free port of the loopback interface. With the manners `elsewhere`, the host redirects to the address
 * `elsewhere`.
 */
export async function startReleaseHost(
  signer = makeSigner(),
  elsewhere = 'http://127.0.0.1:9/',
): Promise<ReleaseHostServer> {
  const releases = new Map<string, Readonly<Record<string, Buffer>>>();
  const server = createServer((request, response) => {
    host.requests.push(request.url ?? '');
    answer(request, response, host, releases, elsewhere);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const host: ReleaseHostServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/yt-dlp/yt-dlp`,
    signer,
    requests: [],
    latest: '',
    manners: 'good',
    add: ({ version, files }) => {
      const sums = Object.entries(files).map(
        ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
      );
      const list = Buffer.from(sums.join(''));
      const signature = signer.sign(list);
      releases.set(version, { ...files, 'SHA2-256SUMS': list, 'SHA2-256SUMS.sig': signature });
      host.latest = version;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  return host;
}

const stranger = makeSigner();

function answer(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  { latest, manners }: ReleaseHostServer,
  releases: ReadonlyMap<string, Readonly<Record<string, Buffer>>>,
  elsewhere: string,
): void {
  const redirect = (location: string) => response.writeHead(302, { Location: location }).end();
  const [, base = '', place = '', name = ''] =
    /^(.*)\/releases\/(latest\/download|download\/[^/]+|stored\/[^/]+)\/([^/?]+)(?:\?.*)?$/.exec(
      url,
    ) ?? [];
  const version = place === 'latest/download' ? latest : (place.split('/')[1] ?? '');
  const bytes = releases.get(version)?.[name];
  if (manners === 'silent') return;
  if (manners === 'limited') return void response.writeHead(429, { 'Retry-After': '60' }).end();
  if (manners === 'broken') return void response.writeHead(502).end('bad gateway');
  if (manners === 'elsewhere') return void redirect(elsewhere);

  if (manners === 'html')
    return void response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      .end('<html>Sign in to the network</html>');

  if (!bytes || manners === 'missing') return void response.writeHead(404).end('Not Found');
  if (manners === 'good' && place === 'latest/download')
    return void redirect(`${base}/releases/download/${version}/${name}`);
  if (manners === 'good' && place.startsWith('download/'))
    return void redirect(`${base}/releases/stored/${version}/${name}?token=1`);
  send(response, name, bytes, manners);
}

function send(response: ServerResponse, name: string, bytes: Buffer, manners: Manners): void {
  const isSums = name === 'SHA2-256SUMS';
  const isSignature = name.endsWith('.sig');
  const flipped = Buffer.from(bytes);
  if (flipped.length > 0) flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;

  let body = bytes;
  if (manners === 'wrongSignature' && isSignature) body = flipped;
  if (manners === 'otherKey' && isSignature) body = stranger.sign(Buffer.from('something'));
  if (manners === 'wrongChecksum' && !isSums && !isSignature) body = flipped;

  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': bytes.length,
  });

  if (manners === 'truncated' && !isSums && !isSignature) {
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
    return;
  }

  response.end(body);
}
