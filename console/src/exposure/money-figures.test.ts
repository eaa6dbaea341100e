import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureFault, figureOf } from './money-figures.ts';

test('a comma before one or two digits is a decimal one, before groups of three it is none', () => {
  const read = [
    ['25,5', 25.5],
    ['25.50', 25.5],
    ['0,125', 0.125],
    ['1234,567', 1234.567],
    ['1,200', 1200],
    ['1,200,000', 1_200_000],
    ['1 200 000,5', 1_200_000.5],
    ["1'200'000.25", 1_200_000.25],
    [' 42 ', 42],
    [' ', undefined],
  ] as const;
  for (const [text, value] of read) assert.equal(figureOf(text), value, text);

  for (const text of ['a lot', '-5', '1.2.3', '0x10', '1e5', '1,2,3'])
    assert.ok(Number.isNaN(figureOf(text)), text);
});

test('what is out of range is told with both limits', () => {
  assert.equal(figureFault('1,000,000', 'cpm_usd'), undefined);
  assert.equal(figureFault('', 'audience'), undefined);
  assert.equal(figureFault('1,000,001', 'cpm_usd'), 'A number from 0 to 1,000,000');
  const audience = 'A whole number from 0 to 100,000,000,000';
  for (const text of ['many', '1.5', '100,000,000,001'])
    assert.equal(figureFault(text, 'audience'), audience, text);
});
