/** The fonts of the pages: Noto Sans, in parts by script, each opened when a character needs it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { fontOfWoff } from './woff.ts';

export type Weight = 400 | 700;

export interface Face {
  /** Names it within a document. */
  readonly id: string;
  readonly bytes: Buffer;
  readonly font: Font;
}

/** In the order they are asked; `covers` tells without opening the file whether that is of use. */
interface Part {
  readonly of: string;
  readonly subset: string;
  readonly covers: RegExp;
}

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

/** Joiners, marks of direction and variants: they shape their neighbours and have no form of their own. */
const formless = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Variation_Selector}/u;

export class Fonts {
  readonly #open = new Map<string, Face>();
  readonly #known = new Map<string, Face | null>();
  readonly #find = createRequire(import.meta.url);

  /** Null if no font has the character. */
  faceOf(character: string, weight: Weight): Face | null {
    const key = `${weight}${character}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const code = character.codePointAt(0) as number;
    const part = parts.find(
      (one) =>
        one.covers.test(character) && this.#face(one, weight).font.hasGlyphForCodePoint(code),
    );
    const face = part ? this.#face(part, weight) : null;
    this.#known.set(key, face);
    return face;
  }

  #face({ of, subset }: Part, weight: Weight): Face {
    const id = `${of}-${subset}-${weight}`;
    const open = this.#open.get(id);
    if (open) return open;
    const file = `@fontsource/${of}/files/${of}-${subset}-${weight}-normal.woff`;
    const bytes = fontOfWoff(readFileSync(this.#find.resolve(file)));
    const face: Face = { id, bytes, font: create(bytes) as Font };
    this.#open.set(id, face);
    return face;
  }
}

/** Signs that none of the fonts has. */
const plainer: Readonly<Record<string, string>> = { '≤': '<=', '≥': '>=', '→': '->', '←': '<-' };

/** What no font has is left out where it is only a picture, and stands as `?` where it is a letter. */
export function showable(text: string, fonts: Fonts, weight: Weight): string {
  let shown = '';
  for (const given of text) {
    const character = plainer[given] && !fonts.faceOf(given, weight) ? plainer[given] : given;
    if (character.length > 1 && plainer[given]) shown += character;
    else if (formless.test(character) || fonts.faceOf(character, weight)) shown += character;
    else if (/[\p{L}\p{N}]/u.test(character)) shown += '?';
  }
  return shown.replace(/\s+/gu, ' ').trim();
}

export const isFormless = (character: string): boolean => formless.test(character);
