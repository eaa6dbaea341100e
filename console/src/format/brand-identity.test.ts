import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityOf as ofService } from '../../../server/src/analysis/name-key.ts';
import { identityOf } from './brand-identity.ts';

test('names are one brand where the service says so', () => {
  const names = [
    ...[
      'Coca-Cola',
      'COCA COLA',
      'Nestlé',
      'NESTLE',
      'L’Oréal',
      "L'Oreal",
      'ナイキ',
      'パナソニック',
    ],
    ...[
      'أديداس',
      'Ａｄｉｄａｓ',
      '7-Eleven',
      '7 eleven',
      '½',
      '🍎',
      ' 🍎',
      'ß',
      'İstanbul',
      'ﬁlm',
      '삼성',
      'कोका-कोला',
    ],
  ];
  for (const name of names) assert.equal(identityOf(name), ofService(name), name);
  assert.equal(identityOf('Coca-Cola'), identityOf('COCA COLA'));
  assert.notEqual(identityOf('ナイキ'), identityOf('أديداس'));
});
