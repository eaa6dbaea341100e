/** Tests the glossary as text that people edit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { glossaryOfText, withLineNumbers } from './glossary-text.ts';

test('what the service says of terms names the lines that people wrote', () => {
  const { lines } = glossaryOfText('# names\nx\n\nBob = a, b, c, d, e, f\nbob');
  const refusals: [message: string, says: string][] = [
    [
      'terms.0.term: must have at least 2 letters or digits. terms.1.sounds_like: must have at most 5 items.',
      'Line 2: must have at least 2 letters or digits. Line 4, after “=”: must have at most 5 items.',
    ],
    [
      'terms.2.term: “bob” is there already, in terms.1.',
      'Line 5: “bob” is there already, in line 4.',
    ],
    ['terms.2.sounds_like.0: “terms.1” is a term.', 'Line 5, after “=”: “terms.1” is a term.'],
    ['terms: must have at most 1000 items.', 'terms: must have at most 1000 items.'],
  ];

  for (const [message, says] of refusals) assert.equal(withLineNumbers(message, lines), says);
});
