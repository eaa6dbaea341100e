/** Names that are recognised by a trade mark sign, a legal form such as "Inc", or an address. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuMs } from '../../../testing/cpu-time.ts';
import { writtenHints } from './written-hints.ts';

const hints = (text: string) => writtenHints(text).map(({ reason, name }) => `${reason} ${name}`);

describe('what is written around a name', () => {
  test('a trade mark sign marks the capitalised words before it', () => {
    assert.deepEqual(hints('Now with Trail Tec® inside'), ['registered_mark Trail Tec']);
    assert.deepEqual(hints('trailtec™'), ['registered_mark trailtec']);
    assert.deepEqual(hints('the new trailtec (R)'), ['registered_mark trailtec']);
  });

  test('a copyright names who holds it', () => {
    assert.deepEqual(hints('© 2024 Trail Tec All rights reserved'), ['registered_mark Trail Tec']);
    assert.deepEqual(hints('Copyright 2019-2024 by Trailtec'), ['registered_mark Trailtec']);
    assert.deepEqual(hints('Copyright law for beginners'), []);
  });

  test('a company form follows the name of the company', () => {
    assert.deepEqual(hints('TRAIL TEC GmbH'), ['company_form TRAIL TEC']);
    assert.deepEqual(hints('Kedai Trailtec Sdn Bhd'), ['company_form Kedai Trailtec']);
    assert.deepEqual(hints('Trailtec Pte. Ltd.'), ['company_form Trailtec']);
    assert.deepEqual(hints('prices are limited'), []);
  });

  test('an address is named by what its owner chose', () => {
    assert.deepEqual(hints('Visit www.trailtec.co.uk/shoes today.'), ['web_address trailtec']);
    assert.deepEqual(hints('TRAILTEC.COM'), ['web_address trailtec']);
    assert.deepEqual(hints('info@trailtec.de'), ['web_address trailtec']);
    assert.deepEqual(hints('instagram.com/trailtec'), ['web_address trailtec']);
    assert.deepEqual(hints('@trailtec'), ['web_address trailtec']);
  });

  test('files, code, sentences and mail providers are no addresses', () => {
    for (const text of [
      'index.js',
      'README.md',
      'console.log',
      'the end.It was',
      'ada@gmail.com',
      '@Override',
      'youtube.com',
      'v1.2.3',
      '10.30',
    ])
      assert.deepEqual(hints(text), [], text);
  });

  test('says where the name is in its line', () => {
    const [hint] = writtenHints('Visit trailtec.com now');
    assert.equal(hint?.from, 6);
    assert.equal(hint?.text, 'trailtec.com');
  });

  test('takes no longer for a long line', () => {
    const before = cpuMs();
    for (const piece of ['a.', '@', '®', 'Aa ', 'a-', '© ', '(R)'])
      writtenHints(piece.repeat(5000));
    assert.ok(cpuMs() - before < 3000);
  });
});
