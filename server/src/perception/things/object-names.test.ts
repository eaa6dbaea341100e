/** The names that callers use for things, and the corresponding names of a COCO detector. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cocoNames } from '../../engines/coco.ts';
import { categoryOf, cocoNameOf, labelFor } from './object-names.ts';

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
    // Names from Pascal VOC and from YOLO's lists.
    ['tvmonitor', 'tv'],
    ['diningtable', 'dining table'],
    ['pottedplant', 'potted plant'],
    ['aeroplane', 'airplane'],
    ['motorbike', 'motorcycle'],
    ['sofa', 'couch'],
    ['sportsball', 'sports ball'],
    ['cell_phone', 'cell phone'],
    ['TrafficLight', 'traffic light'],
    ['wineglasses', 'wine glass'],
    // Open Images.
    ['Mobile phone', 'cell phone'],
    ['Television', 'tv'],
    ['Cattle', 'cow'],
    ['Houseplant', 'potted plant'],
    ['Kitchen & dining room table', 'dining table'],
    ['Microwave oven', 'microwave'],
    ['Flying disc', 'frisbee'],
    ['Volleyball (Ball)', 'sports ball'],
    // Objects365.
    ['Monitor/TV', 'tv'],
    ['Handbag/Satchel', 'handbag'],
    ['Orange/Tangerine', 'orange'],
    ['Dinning Table', 'dining table'],
    ['Skiboard', 'skis'],
    // LVIS.
    ['cellular_telephone', 'cell phone'],
    ['mouse_(computer_equipment)', 'mouse'],
    ['fireplug', 'fire hydrant'],
    // Names that contain the name of a known thing but mean something else.
    ['bicycle helmet', null],
    ['Bicycle wheel', null],
    ['Traffic sign', null],
    ['Tennis', null],
    ['mouse pad', null],
    ['Toilet paper', null],
    ['carpet', null],
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

  test('written together are spelt out for an engine that reads names', () => {
    const anything = { vocabulary: null };
    assert.equal(labelFor(anything, 'tvmonitor'), 'tv monitor');
    assert.equal(labelFor(anything, 'pigeon'), 'pigeon');
    assert.equal(labelFor(anything, 'golden retriever'), 'golden retriever');
    assert.equal(labelFor({ vocabulary: ['tv'] }, 'tvmonitor'), 'tv');
    assert.equal(labelFor({ vocabulary: ['tv'] }, 'tvstand'), null);
  });

  test('have categories', () => {
    assert.equal(categoryOf('puppies'), 'animal');
    assert.equal(categoryOf('red car'), 'vehicle');
    assert.equal(categoryOf('unicorn'), 'other');
  });
});
