import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginsAsVideo } from './file-probe.ts';

const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));

test('a video is told by its first bytes, whatever its name', () => {
  assert.equal(beginsAsVideo(bytes('\0\0\0\x20ftypisom\0\0\0\0')), true);
  assert.equal(beginsAsVideo(bytes('\0\0\0\x08wide\0\0\0\0mdat')), true);
  assert.equal(beginsAsVideo(bytes('\x1a\x45\xdf\xa3\0\0\0\0')), true);
  assert.equal(beginsAsVideo(bytes('%PDF-1.7 and more')), false);
  assert.equal(beginsAsVideo(bytes('RIFF\0\0\0\0AVI ')), false);
  assert.equal(beginsAsVideo(bytes('')), false);
});
