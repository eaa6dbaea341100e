import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { beginsLikeMedia } from './media-head.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-heads-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function isMedia(bytes: Buffer): Promise<boolean> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return beginsLikeMedia(path);
}

function transportStream(first: number, packetBytes: number): Buffer {
  const bytes = Buffer.alloc(4 * packetBytes);
  for (let at = first; at < bytes.length; at += packetBytes) bytes[at] = 0x47;
  return bytes;
}

describe('the first bytes of a file', () => {
  test('tell files of video and sound', async () => {
    const heads = {
      mp4: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1'),
      mkv: Buffer.from('1a45dfa3a3428681', 'hex'),
      avi: Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1'),
      ts: transportStream(0, 188),
      m2ts: transportStream(4, 192),
      wmv: Buffer.from('3026b2758e66cf11', 'hex'),
    };
    for (const [kind, bytes] of Object.entries(heads)) assert.ok(await isMedia(bytes), kind);
  });

  test('tell none of what people keep secret', async () => {
    const secrets = [
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ',
      'REELSIGHT_API_KEY=rs_live_0123456789\n',
      'export const answer = 42;\n',
      'SQLite format 3\0',
      'PK\x03\x04',
      '%PDF-1.7',
      '',
    ];
    for (const secret of secrets)
      assert.equal(await isMedia(Buffer.from(secret, 'latin1')), false, secret.slice(0, 20));

    assert.equal(await beginsLikeMedia(fileURLToPath(import.meta.url)), false);
  });
});
