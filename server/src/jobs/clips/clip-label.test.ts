/** The name next to a box: letters of every script are drawn, and all of them fit inside the label. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { labelOf } from './clip-label.ts';

describe('labels', () => {
  const names = ['Nike', 'Élan Vital', 'شركة الاتصالات 5G', 'ソニー株式会社', '삼성전자', 'Ελλάδα'];
  for (const name of names)
    test(`the name ${name} is drawn in its own letters`, async () => {
      const { width, height, mask, colour } = await labelOf(name, '#ff0000');
      const cover = Buffer.from(mask, 'base64');
      assert.equal(cover.length, width * height);

      const inked = cover.filter((one) => one > 127).length / cover.length;
      assert.ok(inked > 0.05 && inked < 0.5, `${inked} of it is covered`);

      const edges = cover.filter((_, index) => {
        const row = Math.floor(index / width);
        const column = index % width;
        return row === 0 || row === height - 1 || column === 0 || column === width - 1;
      });
      assert.ok(
        edges.every((edge) => edge === 0),
        'nothing is cut off',
      );
      assert.deepEqual(colour, [81, 90, 240]);
    });

  test('different letters look different, and a long name is cut', async () => {
    const one = await labelOf('Acme', '#000000');
    const other = await labelOf('Bolt', '#000000');
    assert.notEqual(one.mask, other.mask);
    const long = await labelOf('very long name '.repeat(40), '#000000');
    assert.ok(long.width < 1700);
  });
});
