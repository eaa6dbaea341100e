/** What callers call things, and what a COCO detector calls them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cocoNames } from '../../engines/coco.ts';
import { categoryOf, cocoNameOf } from './object-names.ts';

describe('names', () => {
  for (const [asked, expected] of [
    ['person', 'person'],
    ['People', 'person'],
    ['women', 'person'],
    ['mobile phones', 'cell phone'],
    ['Cell-Phone', 'cell phone'],
    ['a pick-up truck', 'truck'],
    ['coffee mugs', 'cup'],
    ['knives', 'knife'],
    ['puppies', 'dog'],
    ['wine glasses', 'wine glass'],
    ['buses', 'bus'],
    ['the TV', 'tv'],
    ['soccer ball', 'sports ball'],
    ['red car', null],
    ['unicorn', null],
    ['🐶', null],
    ['.*', null],
    ['', null],
    ['x'.repeat(100), null],
    ['собака', null],
  ] as const) {
    test(`"${asked}" is ${expected ?? 'none of the 80'}`, () => {
      assert.equal(cocoNameOf(asked), expected);
    });
  }

  test('every name of the detectors is known by itself', () => {
    assert.deepEqual(
      cocoNames.filter((name) => cocoNameOf(name) !== name),
      [],
    );
    assert.equal(cocoNames.length, 80);
  });

  test('have categories', () => {
    assert.equal(categoryOf('puppies'), 'animal');
    assert.equal(categoryOf('red car'), 'vehicle');
    assert.equal(categoryOf('unicorn'), 'other');
  });
});
