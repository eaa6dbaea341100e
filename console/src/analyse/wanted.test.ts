import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@reelsight/sdk';
import { batchOf, fieldOf, gapOf, jobOf, linksOf, nothingWanted } from './wanted.ts';

const full = {
  ...nothingWanted,
  queries: ['Who speaks?'],
  brands: ['Acme'],
  surfaces: ['billboard'],
  objects: ['cup'],
  fps: '2',
  max_credits: '50',
  together: ['Which brand leads?'],
};

test('only what belongs to a chosen capability is sent', () => {
  assert.deepEqual(jobOf({ ...full, capabilities: ['transcription'] }, { url: 'https://x' }), {
    url: 'https://x',
    capabilities: ['transcription'],
    max_credits: 50,
  });
  assert.deepEqual(
    jobOf({ ...full, capabilities: ['brands', 'custom_query'] }, { upload_key: 'k' }),
    {
      upload_key: 'k',
      capabilities: ['brands', 'custom_query'],
      queries: ['Who speaks?'],
      brands: ['Acme'],
      surfaces: ['billboard'],
      fps: 2,
      max_credits: 50,
    },
  );
});

test('a choice of captions is sent, also for a batch, where speech is wanted', () => {
  const wanted = { ...nothingWanted, captions: 'none' as const };
  const sources = { urls: ['a', 'b'], uploads: [] };

  assert.equal(jobOf(wanted, { url: 'https://x' }).captions, 'none');
  assert.equal(batchOf(wanted, sources).captions, 'none');

  const withoutSpeech = { ...wanted, capabilities: ['objects' as const] };
  assert.ok(!('captions' in jobOf(withoutSpeech, {})));
  assert.ok(!('captions' in batchOf(withoutSpeech, sources)));
  assert.ok(!('captions' in jobOf(nothingWanted, {})), 'the default needs no words');
});

test('a batch is named if a name was typed, a single video never', () => {
  const sources = { urls: ['a', 'b'], uploads: [] };
  const named = { ...nothingWanted, groupName: ' Spring ' };
  assert.equal(batchOf(named, sources).name, 'Spring');
  assert.ok(!('name' in batchOf({ ...named, groupName: ' ' }, sources)));
  assert.ok(!('name' in jobOf(named, { url: 'https://x' })));
});

test('a batch has neither targets nor a frame rate, but questions over all its videos', () => {
  const batch = batchOf(
    { ...full, capabilities: ['brands', 'objects'] },
    { urls: ['a', 'b'], uploads: [] },
  );
  assert.deepEqual(batch, {
    urls: ['a', 'b'],
    capabilities: ['brands', 'objects'],
    objects: ['cup'],
    aggregate: { enabled: true, queries: ['Which brand leads?'] },
    max_credits: 50,
  });
});

test('what is missing is said at its field before the API is asked', () => {
  assert.equal(gapOf(nothingWanted), undefined);
  assert.equal(gapOf({ ...nothingWanted, capabilities: [] })?.field, 'capabilities');
  assert.equal(gapOf({ ...nothingWanted, capabilities: ['custom_query'] })?.field, 'queries');
  assert.equal(gapOf({ ...nothingWanted, capabilities: ['objects'] })?.field, 'objects');
  for (const max_credits of ['ten', '1.5', '-1'])
    assert.equal(gapOf({ ...nothingWanted, max_credits })?.field, 'max_credits');
  assert.equal(gapOf({ ...nothingWanted, max_credits: '20' }), undefined);
});

test('a refusal stands at the field it is about', () => {
  const refusal = (code: string, message: string) =>
    fieldOf(new ApiError({ status: 422, code, message }));
  assert.equal(
    refusal('VALIDATION_FAILED', 'language: must have at most 10 characters'),
    'language',
  );
  assert.equal(refusal('VALIDATION_FAILED', 'urls.0: is not a link'), 'url');
  assert.equal(refusal('PLAN_REQUIRED', 'Untargeted brand detection needs more.'), 'brands');

  assert.equal(refusal('INSUFFICIENT_CREDITS', 'The credit balance is empty.'), 'form');
});

test('links are parted by blanks and lines, each once', () => {
  assert.deepEqual(linksOf(' https://a \nhttps://b\thttps://a '), ['https://a', 'https://b']);
});

test('questions in a form are sent as they are, and not before they are whole', () => {
  const asked = (...shaped_queries: typeof nothingWanted.shaped_queries) => ({
    ...nothingWanted,
    capabilities: ['custom_query' as const],
    shaped_queries,
  });
  const ready = asked({ ready: 'chapters' }, { query: 'Which plan?', choices: ['Free', 'Pro'] });
  assert.equal(gapOf(ready), undefined);
  assert.deepEqual(jobOf(ready, {}).shaped_queries, [
    { ready: 'chapters' },
    { query: 'Which plan?', choices: ['Free', 'Pro'] },
  ]);

  assert.equal(gapOf(asked({ query: ' ', schema: { type: 'number' } }))?.field, 'shaped_queries');
  assert.equal(gapOf(asked({ query: 'Which?', choices: ['Free'] }))?.field, 'shaped_queries');
});
