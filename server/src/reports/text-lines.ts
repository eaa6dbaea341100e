/**
 * Lays out text in lines: chooses a font for each character, orders characters by Unicode's bidirectional algorithm,
 * and breaks lines where the script allows it.
 */
import bidiFactory, { type Bidi } from 'bidi-js';
import { type Face, type Fonts, isFormless, showable, unitsOf, type Weight } from './fonts.ts';

/** The cast is needed because the package's types do not match the form in which it is imported. */
const bidi = (bidiFactory as unknown as () => Bidi)();

/** Characters in the same font and direction, in visual order from left to right. */
export interface Run {
  readonly face: Face;
  readonly text: string;
  readonly width: number;
}

export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
  /** Whether the paragraph runs from right to left. */
  readonly rtl: boolean;
}

export interface TextForm {
  readonly size: number;
  readonly weight?: Weight;
}

const cjk =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
/** Characters that must not begin a line. */
const closing =
  /[、。，．）」』】〕》〉！？：；ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.;:!?)\]}]/u;

export class TextLines {
  readonly #fonts: Fonts;
  readonly #widths = new Map<string, number>();

  constructor(fonts: Fonts) {
    this.#fonts = fonts;
  }

  /** Lays out one line; text that is too wide ends with an ellipsis. */
  line(text: string, form: TextForm, width = Number.POSITIVE_INFINITY): Line {
    const shownText = this.#shown(text, form);
    const fullLine = this.#lay(shownText, form);
    return fullLine.width <= width ? fullLine : this.#cut(shownText, form, width);
  }

  /** Lays out at most `lines` lines; text that does not fit is cut with an ellipsis. */
  wrap(text: string, form: TextForm, width: number, lines = Number.POSITIVE_INFINITY): Line[] {
    const pieces = piecesOf(this.#shown(text, form));
    const wrappedLines: Line[] = [];
    let line = '';
    for (let index = 0; index < pieces.length; index += 1) {
      const piece = pieces[index] as string;
      if (line === '' || this.#widthOf((line + piece).trimEnd(), form) <= width) {
        line += piece;
        continue;
      }

      if (wrappedLines.length === lines - 1) {
        wrappedLines.push(this.#cut(line + pieces.slice(index).join(''), form, width));
        return wrappedLines;
      }

      wrappedLines.push(this.line(line.trimEnd(), form, width));
      line = piece;
    }

    if (line.trim() !== '') wrappedLines.push(this.line(line.trimEnd(), form, width));
    return wrappedLines;
  }

  #shown(text: string, { weight = 400 }: TextForm): string {
    return showable(text, this.#fonts, weight);
  }

  #cut(text: string, form: TextForm, width: number): Line {
    const characters = unitsOf(text);
    let low = 0;
    let high = characters.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const part = `${characters.slice(0, middle).join('').trimEnd()}…`;
      if (this.#widthOf(part, form) <= width) low = middle;
      else high = middle - 1;
    }

    return this.#lay(`${characters.slice(0, low).join('').trimEnd()}…`, form);
  }

  #widthOf(text: string, form: TextForm): number {
    return this.#lay(text, form).width;
  }

  /** Splits text by level and font, then puts the runs in visual order. */
  #lay(text: string, form: TextForm): Line {
    const { levels, paragraphs } = bidi.getEmbeddingLevels(text, 'auto');
    const mirrored = bidi.getMirroredCharactersMap(text, levels);
    const order = reordered(this.#split(text, levels, form.weight ?? 400));
    const runs = order.map(({ face, level, from, to }): Run => {
      const rtl = level % 2 === 1;
      const piece = rtl ? mirroredPiece(text, from, to, mirrored) : text.slice(from, to);
      const shaped = inOrderOfShaping(face, piece, rtl);
      return { face, text: shaped, width: this.#runWidth(face, shaped, form.size) };
    });

    return {
      runs,
      width: runs.reduce((sum, run) => sum + run.width, 0),
      rtl: (paragraphs[0]?.level ?? 0) % 2 === 1,
    };
  }

  #split(text: string, levels: Uint8Array, weight: Weight): LogicalRun[] {
    const runs: LogicalRun[] = [];
    let offset = 0;

    for (const unit of unitsOf(text)) {
      const from = offset;
      const to = offset + unit.length;
      offset = to;

      const level = levels[from] ?? 0;
      const last = runs.at(-1);
      const face = this.#face(unit, weight, last?.face);
      if (!face) continue;

      if (last && last.face === face && last.level === level) last.to = to;
      else runs.push({ face, level, from, to });
    }

    return runs;
  }

  /** The font face of a character. Spaces and signs keep the font of the preceding text if that font contains them. */
  #face(unit: string, weight: Weight, previousFace: Face | undefined): Face | null {
    if (isFormless(unit)) return previousFace ?? null;
    const neutral = unit !== '…' && /^[\p{Z}\p{P}\p{M}]$/u.test(unit);
    const code = unit.codePointAt(0) as number;
    if (neutral && previousFace?.font.hasGlyphForCodePoint(code) && !previousFace.pictorial)
      return previousFace;
    return this.#fonts.faceOf(unit, weight);
  }

  #runWidth(face: Face, text: string, size: number): number {
    const key = `${face.id} ${text}`;
    let ems = this.#widths.get(key);
    if (ems === undefined) {
      ems = face.font.layout(text).advanceWidth / face.font.unitsPerEm;
      this.#widths.set(key, ems);
    }
    return ems * size;
  }
}

interface LogicalRun {
  readonly face: Face;
  readonly level: number;
  readonly from: number;
  to: number;
}

/**
 * From the highest level down, reverses every sequence of runs at that level or above (rule L2 of the bidirectional
 * algorithm).
 */
function reordered(runs: readonly LogicalRun[]): LogicalRun[] {
  const order = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      if ((order[from]?.level ?? 0) < level) continue;
      let to = from;
      while ((order[to]?.level ?? -1) >= level) to += 1;
      order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }

  return order;
}

function mirroredPiece(
  text: string,
  from: number,
  to: number,
  mirrored: ReadonlyMap<number, string>,
): string {
  let piece = '';
  for (let index = from; index < to; index += 1) piece += mirrored.get(index) ?? text[index];
  return piece;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the text in the order that the shaping code expects. Shaping derives the direction of a run from its script
 * alone: it reverses digits of Arabic script although they run from left to right, and does not reverse signs in a
 * right-to-left line. The text of such runs is reversed before shaping.
 */
function inOrderOfShaping(face: Face, piece: string, rtl: boolean): string {
  const shapedRtl = face.font.layout(piece).direction === 'rtl';
  if (shapedRtl === rtl) return piece;

  const characters = Array.from(graphemes.segment(piece), ({ segment }) => segment);
  return characters.reverse().join('');
}

/** Splits text into words, each with the space after it, and into single Chinese, Japanese and Korean characters. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];

  for (const word of text.match(/\S+\s*|\s+/gu) ?? []) {
    let piece = '';

    for (const character of word) {
      if (piece !== '' && breaks(piece, character)) {
        pieces.push(piece);
        piece = '';
      }
      piece += character;
    }

    if (piece !== '') pieces.push(piece);
  }

  return pieces;
}

function breaks(previousText: string, next: string): boolean {
  if (closing.test(next) || /\s/u.test(next)) return false;
  const last = Array.from(previousText).at(-1) ?? '';
  return cjk.test(next) || cjk.test(last);
}
