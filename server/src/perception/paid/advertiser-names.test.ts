/** Names of advertisers: as the words write them, not as their web address runs them together. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nameAsWritten } from './advertiser-names.ts';

describe('the name of an advertiser', () => {
  test('has the gaps and capitals that the words give it', () => {
    const texts = [
      'You save with Oak Harbour.',
      "Oak Harbour's plans start low.",
      'See oakharbour.com.',
    ];
    assert.equal(nameAsWritten('oakharbour', texts), 'Oak Harbour');
    assert.equal(
      nameAsWritten('pqfenner', ['P.Q. Fenner & Son, that is pqfenner.com']),
      'P.Q. Fenner',
    );
    assert.equal(nameAsWritten('21candles', ['Try 21 Candles today']), '21 Candles');
  });

  test('is the one that is written most often', () => {
    const texts = ['Get NorthFold', 'Why Northfold?', 'Because Northfold, ', 'northfold dot com'];
    assert.equal(nameAsWritten('northfold', texts), 'Northfold');
  });

  test('is no word in small letters, no part of a longer word, and no row of letters', () => {
    const texts = ['the blinds are down', 'Blindspots and Sunblinds', 'B-L-I-N-D-S'];
    assert.equal(nameAsWritten('blinds', texts), 'blinds');
    assert.equal(nameAsWritten('B-L-I-N-D-S', texts), 'Blinds');
    assert.equal(nameAsWritten('T-Mobile', []), 'T-Mobile');
  });

  test('takes a time that grows with the text alone', () => {
    const text = 'a '.repeat(20_000);
    const before = performance.now();
    assert.equal(nameAsWritten('a'.repeat(40), [text]), 'a'.repeat(40));
    assert.ok(performance.now() - before < 3_000);
  });
});
