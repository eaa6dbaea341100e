import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readyQuestions } from '@reelsight/contract/shaped-query-terms';
import { answerTable } from './answer-rows.ts';

const field = (path: string, value: string | number) => ({ path, value, evidence: [] });
const cells = (...asked: Parameters<typeof answerTable>) =>
  answerTable(...asked).rows.map((row) => row.cells);

test('a list has a row for each of its entries, with nothing where an entry says nothing', () => {
  const fields = [
    field('/0/title', 'Welcome'),
    field('/0/start', 0),
    field('/1/title', 'Offers'),
    field('/1/promo_code', 'TOWN'),
  ];
  assert.deepEqual(answerTable('Which parts?', fields).columns, ['title', 'start', 'promo code']);
  assert.deepEqual(cells('Which parts?', fields), [
    ['Welcome', '0', ''],
    ['Offers', '', 'TOWN'],
  ]);
});

test('where a ready question starts is a time, and what else is called start is a number', () => {
  const fields = [field('/0/title', 'Welcome'), field('/0/start', 61.5)];
  assert.deepEqual(cells(readyQuestions.chapters, fields), [['Welcome', '1:01.5']]);
  assert.deepEqual(cells('Which houses?', fields), [['Welcome', '61.5']]);
});

test('anything else has a row for each field, named by its path', () => {
  const fields = [field('/offers/0/unit_price', 9), field('/a~1b', 'c')];
  assert.deepEqual(cells('What is offered?', fields), [
    ['offers 1 unit price', '9'],
    ['a/b', 'c'],
  ]);
});
