import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { iconsOf } from '../engines/logo-references.ts';
import { isPlainShape } from './plain-shape.ts';

async function drawn(shapes: string, ground = '#ffffff') {
  const svg = `<svg width="200" height="160"><rect width="200" height="160" fill="${ground}"/>${shapes}</svg>`;
  return pixelsOf(sharp(Buffer.from(svg)));
}

async function pixelsOf(picture: Sharp) {
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

describe('plain shapes', () => {
  const plain: Readonly<Record<string, string>> = {
    'nothing at all': '',
    'white on white': '<circle cx="100" cy="80" r="50" fill="#fdfdfd"/>',
    'a disc': '<circle cx="100" cy="80" r="50" fill="#c02020"/>',
    'an ellipse that is shaded a little':
      '<defs><linearGradient id="g"><stop stop-color="#202080"/><stop offset="1" stop-color="#303098"/></linearGradient></defs><ellipse cx="100" cy="80" rx="80" ry="40" fill="url(#g)"/>',
    'a bar': '<rect x="20" y="60" width="150" height="30"/>',
    'a ring': '<circle cx="100" cy="80" r="50" fill="none" stroke="#000" stroke-width="14"/>',
    'a frame':
      '<rect x="30" y="30" width="120" height="90" fill="none" stroke="#060" stroke-width="12"/>',
    'a diamond': '<path d="M100 10 L170 80 L100 150 L30 80 Z"/>',
  };
  for (const [name, shapes] of Object.entries(plain))
    test(name, async () => assert.equal(isPlainShape(await drawn(shapes)), true));

  const marks: Readonly<Record<string, string>> = {
    'a disc with another in it':
      '<circle cx="100" cy="80" r="60" fill="#c02020"/><circle cx="100" cy="80" r="25" fill="#ffee20"/>',
    'a cross': '<path d="M80 20h40v40h40v40h-40v40h-40v-40h-40v-40h40z"/>',
    'two bars':
      '<rect x="20" y="20" width="150" height="30"/><rect x="20" y="90" width="150" height="30"/>',
  };
  for (const [name, shapes] of Object.entries(marks))
    test(`${name} is a mark`, async () => assert.equal(isPlainShape(await drawn(shapes)), false));

  test('hardly a shape of simple-icons is plain', async () => {
    const icons = iconsOf([
      'Nike',
      'Apple',
      'Starbucks',
      'Toyota',
      'BMW',
      'Target',
      'Adidas',
      'NBA',
    ]);
    assert.ok(icons.length >= 7);
    for (const { name, file } of icons)
      assert.equal(isPlainShape(await pixelsOf(sharp(file, { density: 300 }))), false, name);
  });
});
