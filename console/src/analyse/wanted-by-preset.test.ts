import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Preset } from '@reelsight/contract';
import { jobOf, nothingWanted, type Wanted } from './wanted.ts';
import { entryOf, wantedBy } from './wanted-by-preset.ts';

const wanted: Wanted = {
  ...nothingWanted,
  capabilities: ['brands', 'custom_query'],
  queries: ['Who speaks?'],
  brands: ['Nike'],
  objects: ['cup'],
  captions: 'none',
  fps: '2',
  return_proof: false,
  max_credits: '50',
};

test('what is saved as a preset asks for the same when it is chosen', () => {
  const entry = entryOf('  Spring ', wanted);
  assert.equal(entry.name, 'Spring');
  assert.equal(entry.captions, 'none');
  assert.ok(!('objects' in entry), 'objects are not among what is asked');
  const preset = { ...entry, preset_id: 'preset_1', built_in: false } as unknown as Preset;
  const other = { ...nothingWanted, max_credits: '50', brands: ['Adidas'] };
  assert.deepEqual(jobOf(wantedBy(preset, other), {}), jobOf(wanted, {}));
});

test('a built-in preset leaves what was typed', () => {
  const preset = { built_in: true, capabilities: ['brands'] } as unknown as Preset;
  assert.deepEqual(wantedBy(preset, wanted), { ...wanted, capabilities: ['brands'] });
});
