import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './nearest.ts';

const words = ['capabilities', 'queries', 'url', 'webhook_url'];

test('the word with the fewest edits, if they are few enough for a slip', () => {
  assert.equal(nearest('capabilites', words), 'capabilities');
  assert.equal(nearest('webhookUrl', words), 'webhook_url');
  assert.equal(nearest('ulr', words), 'url');
  assert.equal(nearest('query', words), undefined);
  assert.equal(nearest('colour', words), undefined);
  assert.equal(nearest('url', []), undefined);
});

test('the only word that has it as a part', () => {
  assert.equal(nearest('size', ['content_type', 'size_bytes']), 'size_bytes');
  assert.equal(nearest('key', ['upload_key', 'upload_filename']), 'upload_key');
  assert.equal(nearest('upload', ['upload_key', 'upload_filename']), undefined);
});

test('as many edits as the caller allows; long texts are not compared', () => {
  assert.equal(nearest('query', words, 3), 'queries');
  assert.equal(nearest('ulr', words, 0), undefined);
  const long = 'x'.repeat(101);
  assert.equal(nearest(long, [long]), undefined);
});
