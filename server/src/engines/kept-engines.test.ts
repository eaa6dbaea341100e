/**
 * Tests that an engine is opened once per key, is closed to make room for others, and is opened anew after a failure.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptEngines } from './kept-engines.ts';

function shelf() {
  const opened: string[] = [];
  const closed: string[] = [];

  const open = (name: string) => async () => {
    opened.push(name);
    return { name, close: async () => void closed.push(name) };
  };

  return { kept: new KeptEngines(), opened, closed, open };
}

test('an engine is opened once for its key', async () => {
  const { kept, opened, open } = shelf();
  const a = await kept.open('text', ['x', 1], open('a'));
  const b = await kept.open('text', ['x', 1], open('b'));
  assert.equal(a, b);
  assert.deepEqual(opened, ['a']);
});

test('another key makes room; of logos a few are kept, the ones used last', async () => {
  const { kept, closed, open } = shelf();
  await kept.open('text', 1, open('one'));
  await kept.open('text', 2, open('two'));
  assert.deepEqual(closed, ['one']);
  for (const key of ['a', 'b', 'c', 'a', 'd']) await kept.open('logos', key, open(key));
  assert.deepEqual(closed, ['one', 'b']);
  await kept.close();

  assert.deepEqual(closed.toSorted(), ['a', 'b', 'c', 'd', 'one', 'two']);
});

test('one that does not open is tried again', async () => {
  const { kept, opened, open } = shelf();
  const broken = async (): Promise<{ close(): Promise<void> }> => {
    throw new Error('no memory');
  };
  await assert.rejects(kept.open('speech', 1, broken), /no memory/);
  await kept.open('speech', 1, open('again'));
  assert.deepEqual(opened, ['again']);
});
