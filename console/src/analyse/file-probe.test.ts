import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginsAsNamed } from './file-probe.ts';

const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));

test('a file named as a video is told by its first bytes', () => {
  assert.equal(beginsAsNamed('a.mp4', bytes('\0\0\0\x20ftypisom\0\0\0\0')), true);
  assert.equal(beginsAsNamed('a.MOV', bytes('\0\0\0\x08wide\0\0\0\0mdat')), true);
  assert.equal(beginsAsNamed('a.webm', bytes('\x1a\x45\xdf\xa3\0\0\0\0')), true);
  assert.equal(beginsAsNamed('a.mp4', bytes('%PDF-1.7 and more')), false);
  assert.equal(beginsAsNamed('a.mkv', bytes('')), false);
});

test('what other kinds begin with is for the service to tell', () => {
  assert.equal(beginsAsNamed('a.avi', bytes('RIFF\0\0\0\0AVI ')), true);
  assert.equal(beginsAsNamed('a.ts', bytes('G\x40\0\x10')), true);
});
