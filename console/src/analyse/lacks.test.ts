import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lacksOf } from './lacks.ts';
import { nothingWanted } from './wanted.ts';

test('only what is chosen is said to be lacking', () => {
  const ids = (wanted: Partial<typeof nothingWanted>, lacking: string[], unseen: string[] = []) =>
    lacksOf(
      { lacking, unseen_objects: unseen, unseen_logos: [] } as unknown as Parameters<
        typeof lacksOf
      >[0],
      {
        ...nothingWanted,
        ...wanted,
      },
    ).map(({ id }) => id);
  const all = ['logos', 'speakers', 'languages', 'vision', 'language_model', 'objects'];

  assert.deepEqual(ids({ capabilities: ['metadata'] }, all), []);
  assert.deepEqual(ids({ capabilities: ['transcription', 'brands'] }, []), []);
  assert.deepEqual(ids({ capabilities: ['brands'] }, all), ['logos']);
  assert.deepEqual(ids({ capabilities: ['brands'], surfaces: ['billboard'] }, all), [
    ...['surfaces', 'logos'],
  ]);
  assert.deepEqual(ids({ capabilities: ['objects'], objects: ['sneaker'] }, all, ['sneaker']), [
    'unseen',
  ]);
});
