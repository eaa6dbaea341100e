/** When a batch needs a preset, and what it is called. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freeName, presetForBatch } from './batch-preset.ts';
import { nothingWanted } from './wanted.ts';

const brands = { ...nothingWanted, capabilities: ['brands' as const] };

describe('The preset of a batch', () => {
  test('keeps named brands, surfaces and the frame rate, which a batch has no fields for', () => {
    const wanted = { ...brands, brands: ['Nike', 'Adidas'], surfaces: ['jersey'], fps: '2' };
    assert.deepEqual(presetForBatch(wanted), {
      name: 'Nike, Adidas, jersey',
      capabilities: ['brands'],
      brands: ['Nike', 'Adidas'],
      surfaces: ['jersey'],
      fps: 2,
    });
  });

  test('is not needed for what a batch can say by itself', () => {
    assert.equal(presetForBatch(brands), undefined);
    assert.equal(presetForBatch({ ...brands, return_proof: false }), undefined);
    const unused = { ...nothingWanted, capabilities: ['transcription' as const], brands: ['Nike'] };
    assert.equal(presetForBatch(unused), undefined, 'brands that nothing looks for');
  });

  test('is named after the first three, or after what else it says', () => {
    const many = { ...brands, brands: ['A', 'B', 'C', 'D', 'E'] };
    assert.equal(presetForBatch(many)?.name, 'A, B, C and 2 more');
    assert.equal(presetForBatch({ ...brands, fps: '2' })?.name, '2 a second');
    const long = { ...brands, brands: ['x'.repeat(100)] };
    assert.ok((presetForBatch(long)?.name.length ?? 0) <= 95);
  });

  test('gets a number where the name is taken', () => {
    assert.equal(freeName('Nike', []), 'Nike');
    assert.equal(freeName('Nike', [{ name: 'NIKE' }, { name: 'Nike (2)' }]), 'Nike (3)');
  });
});
