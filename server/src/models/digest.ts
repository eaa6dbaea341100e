/** Computes hashes of files: SHA-256, and git's blob SHA-1, which hubs send as the ETag of small files. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export interface Digest {
  readonly algorithm: 'sha256' | 'git-sha1';
  /** Lower-case hexadecimal digits. */
  readonly hex: string;
}

/** Counts and hashes bytes as they pass. For git's hash, `sizeBytes` must be known beforehand. */
export interface Digester {
  update(chunk: Uint8Array): void;
  readonly bytes: number;
  /** Ends the hashing. */
  finish(): { sha256: string; matches: (expected: Digest) => boolean };
}

export function startDigest(expected: Digest, sizeBytes: number | undefined): Digester {
  const sha256 = createHash('sha256');
  const git = expected.algorithm === 'git-sha1' ? startGitBlob(sizeBytes) : null;
  let bytes = 0;

  return {
    update: (chunk) => {
      bytes += chunk.byteLength;
      sha256.update(chunk);
      git?.update(chunk);
    },
    get bytes() {
      return bytes;
    },
    finish: () => {
      const hex = sha256.digest('hex');
      const gitHex = git?.digest('hex');
      return {
        sha256: hex,
        matches: (expectedDigest) =>
          expectedDigest.hex === (expectedDigest.algorithm === 'sha256' ? hex : gitHex),
      };
    },
  };
}

function startGitBlob(sizeBytes: number | undefined): Hash | null {
  return sizeBytes === undefined ? null : createHash('sha1').update(`blob ${sizeBytes}\0`);
}

/** Feeds a file to a digester, 1 MiB at a time, so that even a file of several gigabytes needs little memory. */
export async function digestFile(
  path: string,
  digester: Digester,
  signal: AbortSignal,
): Promise<void> {
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) {
    digester.update(chunk as Buffer);
  }
}
