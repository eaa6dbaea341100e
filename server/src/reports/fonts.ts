/**
 * Loads the fonts of the pages: Noto Sans, which is split into parts by script, and Noto Emoji. A part is opened when
 * one of its characters is first needed.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { fontOfWoff } from './woff.ts';

export type Weight = 400 | 700;

export interface Face {
  /** Identifies the font within a document. */
  readonly id: string;
  readonly bytes: Buffer;
  readonly font: Font;
  /** Whether the font draws emoji; its space is as wide as an emoji. */
  readonly pictorial: boolean;
}

/**
 * A part of a font. Parts are tried in the order in which they are listed; `covers` says, without opening the file,
 * which characters the part may have.
 */
interface Part {
  readonly of: string;
  readonly subset: string;
  readonly covers: RegExp;
}

/** Emoji in black and white. */
const emojiFamily = 'noto-emoji';

const parts: readonly Part[] = [
  {
    of: 'noto-sans',
    subset: 'latin',
    covers:
      /[\u0000-\u00ff\u0131\u0152\u0153\u02bb-\u02dc\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215]/u,
  },
  {
    of: 'noto-sans',
    subset: 'latin-ext',
    covers: /[\p{Script=Latin}\u02ba-\u02ff\u20a0-\u20c0\u2113\u2020]/u,
  },
  { of: 'noto-sans', subset: 'vietnamese', covers: /\p{Script=Latin}|\p{M}|\u20ab/u },
  { of: 'noto-sans', subset: 'greek', covers: /\p{Script=Greek}/u },
  { of: 'noto-sans', subset: 'greek-ext', covers: /\p{Script=Greek}/u },
  { of: 'noto-sans', subset: 'cyrillic', covers: /\p{Script=Cyrillic}|\p{M}|\u2116/u },
  { of: 'noto-sans', subset: 'cyrillic-ext', covers: /\p{Script=Cyrillic}/u },
  { of: 'noto-sans', subset: 'devanagari', covers: /\p{Script=Devanagari}|[\u0964\u0965\u20b9]/u },
  {
    of: 'noto-sans-arabic',
    subset: 'arabic',
    covers: /\p{Script=Arabic}|[\u060c\u061b\u061f\u0640]|\p{M}/u,
  },
  { of: 'noto-sans-arabic', subset: 'math', covers: /[\u2200-\u22ff]/u },
  { of: 'noto-sans-hebrew', subset: 'hebrew', covers: /[\p{Script=Hebrew}\u20aa]/u },
  { of: 'noto-sans-thai', subset: 'thai', covers: /[\p{Script=Thai}\u0e3f]/u },
  {
    of: 'noto-sans-jp',
    subset: 'japanese',
    covers:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u2190-\u2bff\u3000-\u33ff\uff00-\uffef]/u,
  },
  {
    of: 'noto-sans-sc',
    subset: 'chinese-simplified',
    covers: /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u,
  },
  {
    of: 'noto-sans-kr',
    subset: 'korean',
    covers: /[\p{Script=Hangul}\p{Script=Han}\u3000-\u303f]/u,
  },
];

/**
 * Joiners, direction marks and variation selectors, which change the characters next to them but are not drawn
 * themselves.
 */
const formless = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Variation_Selector}/u;
/** Variation selectors that request an emoji or a text form of a character; our fonts have only one form of each. */
const presentation = /[\ufe0e\ufe0f]/gu;
const pictorial = /[\p{Extended_Pictographic}\p{Regional_Indicator}]|\u20e3/u;
/** Characters that only join or vary the parts of an emoji. */
const emojiJoint = /[\p{C}\p{M}\p{Emoji_Modifier}]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into characters, treating an emoji of several characters (a family, a flag, a keycap) as one. */
export function unitsOf(text: string): string[] {
  if (!pictorial.test(text)) return Array.from(text);

  return Array.from(graphemes.segment(text)).flatMap(({ segment }) =>
    pictorial.test(segment) ? [segment] : Array.from(segment),
  );
}

export class Fonts {
  readonly #open = new Map<string, Face>();
  readonly #known = new Map<string, Face | null>();
  readonly #find = createRequire(import.meta.url);

  /** The font face for a character, or for an emoji that is drawn as one picture; null if no font has it. */
  faceOf(unit: string, weight: Weight): Face | null {
    const key = `${weight}${unit}`;
    const cachedFace = this.#known.get(key);
    if (cachedFace !== undefined) return cachedFace;

    const face = this.#faceOfCharacter(unit, weight) ?? this.#faceOfEmoji(unit, weight);
    this.#known.set(key, face);
    return face;
  }

  #faceOfCharacter(unit: string, weight: Weight): Face | null {
    const code = unit.codePointAt(0) as number;
    if (unit.length > String.fromCodePoint(code).length) return null;

    const part = parts.find(
      ({ of, subset, covers }) =>
        covers.test(unit) && this.#face(of, subset, weight).font.hasGlyphForCodePoint(code),
    );

    return part ? this.#face(part.of, part.subset, weight) : null;
  }

  #faceOfEmoji(unit: string, weight: Weight): Face | null {
    if (!pictorial.test(unit)) return null;

    const face = this.#face(emojiFamily, 'emoji', weight);
    const [glyph, ...otherGlyphs] = face.font.layout(unit).glyphs;
    return glyph && glyph.id !== 0 && otherGlyphs.length === 0 ? face : null;
  }

  #face(family: string, subset: string, weight: Weight): Face {
    const id = `${family}-${subset}-${weight}`;
    const open = this.#open.get(id);
    if (open) return open;

    const file = `@fontsource/${family}/files/${id}-normal.woff`;
    const bytes = fontOfWoff(readFileSync(this.#find.resolve(file)));
    const font = create(bytes) as Font;
    const face: Face = { id, bytes, font, pictorial: family === emojiFamily };
    this.#open.set(id, face);

    return face;
  }
}

/** Replacements for characters that are in none of the fonts. */
const plainer: Readonly<Record<string, string>> = { '≤': '<=', '≥': '>=', '→': '->', '←': '<-' };

/**
 * Returns the text in characters that the fonts have. A letter that no font has becomes `?`; an emoji that no font can
 * draw as a whole is replaced by its parts, and other pictures are left out, unless nothing else would be left.
 */
export function showable(text: string, fonts: Fonts, weight: Weight): string {
  const shownText = unitsOf(text)
    .map((unit) => showableUnit(unit, fonts, weight))
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
  return shownText === '' && text.trim() !== '' ? '?' : shownText;
}

function showableUnit(unit: string, fonts: Fonts, weight: Weight): string {
  const plain = unit.replace(presentation, '');
  if (plain === '') return '';

  for (const form of [plain, unit]) {
    if (fonts.faceOf(form, weight)) return form;
  }

  if (isFormless(plain)) return plain;
  const substitute = plainer[plain];
  if (substitute !== undefined) return substitute;
  if (/[\p{L}\p{N}]/u.test(plain)) return '?';

  return Array.from(plain)
    .filter((part) => !emojiJoint.test(part) && fonts.faceOf(part, weight))
    .join('');
}

export const isFormless = (unit: string): boolean => formless.test(unit) && !pictorial.test(unit);
