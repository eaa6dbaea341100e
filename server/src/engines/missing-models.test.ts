/** What is said of models that are not installed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingModels } from './missing-models.ts';

test('one model that is missing is said in the singular, several in the plural, with what to run', () => {
  const segmentation = { name: 'segmentation model', roles: ['segmentation'] } as const;
  const embedding = { name: 'speaker-embedding model', roles: ['embedding'] } as const;
  assert.equal(
    missingModels([segmentation]),
    'no segmentation model is pulled: run `reelsight models pull pyannote-segmentation-3.0`',
  );
  assert.equal(
    missingModels([segmentation, embedding]),
    'no segmentation model and no speaker-embedding model are pulled: run `reelsight models pull pyannote-segmentation-3.0 wespeaker-resnet34-lm`, or pull another of `reelsight models list`',
  );
});
