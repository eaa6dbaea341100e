/**
 * Draws on the sheets of the PDF file: text in any script, shapes, pictures and links. Positions are in points from the
 * top left corner.
 */
import PDFDocument from 'pdfkit';
import { Fonts } from './fonts.ts';
import { ink } from './ink.ts';
import { sheet } from './page.ts';
import { type Line, type TextForm, TextLines } from './text-lines.ts';

export interface TextAt extends TextForm {
  readonly x: number;
  /** Position of the baseline. */
  readonly y: number;
  /** Maximum width; wider text is cut off. */
  readonly width?: number;
  readonly align?: 'left' | 'right' | 'center';
  readonly colour?: string;
  readonly href?: string | undefined;
  /** The page of the document that the text links to. */
  readonly anchor?: string | null | undefined;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export class PdfSheet {
  readonly doc: PDFKit.PDFDocument;
  readonly lines: TextLines;
  readonly #registered = new Set<string>();
  readonly #images = new Map<Uint8Array, object>();

  constructor(info: { readonly title: string; readonly created: Date }) {
    this.lines = new TextLines(new Fonts());
    this.doc = new PDFDocument({
      size: [sheet.width, sheet.height],
      margin: 0,
      autoFirstPage: false,
      compress: true,
      lang: 'en',
      displayTitle: true,
      pdfVersion: '1.7',
      info: { Title: info.title, Creator: 'Reelsight', CreationDate: info.created },
    });
  }

  /** Returns the whole document; call it after `end`. */
  async bytes(): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.doc) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  text(text: string, placement: TextAt): number {
    return this.#put(this.lines.line(text, placement, placement.width), placement);
  }

  /** Writes a text in lines one below the other and returns their number. */
  block(
    text: string,
    placement: TextAt & { width: number; leading: number; most?: number },
  ): number {
    const lines = this.lines.wrap(text, placement, placement.width, placement.most);
    for (const [index, line] of lines.entries())
      this.#put(line, { ...placement, y: placement.y + index * placement.leading });
    return lines.length;
  }

  /** Writes a line and returns its width. */
  #put(line: Line, placement: TextAt): number {
    const room = placement.width ?? line.width;
    const free = Math.max(0, room - line.width);
    const startX =
      placement.x + { left: 0, center: free / 2, right: free }[placement.align ?? 'left'];
    let x = startX;
    this.doc.fillColor(placement.colour ?? ink.text);

    for (const run of line.runs) {
      if (!this.#registered.has(run.face.id)) {
        this.doc.registerFont(run.face.id, run.face.bytes as never);
        this.#registered.add(run.face.id);
      }

      this.doc.font(run.face.id, placement.size);
      // If `features` is set, even to an empty list, PDFKit shapes a run as a whole instead of word by word.
      this.doc.text(run.text, x, placement.y, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: [],
      });
      x += run.width;
    }
    const area = {
      x: startX,
      y: placement.y - placement.size,
      width: line.width,
      height: placement.size * 1.3,
    };

    if (placement.href) this.link(area, placement.href);
    else if (placement.anchor) this.goTo(area, placement.anchor);

    return line.width;
  }

  rect({ x, y, width, height }: Area, colour: string, radius = 0): void {
    const path =
      radius > 0
        ? this.doc.roundedRect(x, y, width, height, radius)
        : this.doc.rect(x, y, width, height);
    path.fill(colour);
  }

  frame({ x, y, width, height }: Area, colour: string, thickness: number): void {
    this.doc.rect(x, y, width, height).lineWidth(thickness).stroke(colour);
  }

  rule(x: number, y: number, width: number, colour: string = ink.line): void {
    this.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .stroke(colour);
  }

  upright(x: number, y: number, height: number, colour: string = ink.line): void {
    this.doc
      .moveTo(x, y)
      .lineTo(x, y + height)
      .lineWidth(0.6)
      .stroke(colour);
  }

  diamond(x: number, y: number, size: number, colour: string): void {
    this.doc
      .polygon([x, y - size], [x + size, y], [x, y + size], [x - size, y])
      .fillAndStroke(colour, '#ffffff');
  }

  /** Draws a picture. A picture that is drawn several times is stored in the file only once. */
  picture(bytes: Uint8Array, { x, y, width, height }: Area): void {
    const doc = this.doc as PDFKit.PDFDocument & { openImage(source: unknown): object };
    const image = this.#images.get(bytes) ?? doc.openImage(Buffer.from(bytes));
    this.#images.set(bytes, image);
    this.doc.image(image as never, x, y, { width, height });
  }

  link({ x, y, width, height }: Area, href: string): void {
    this.doc.link(x, y, width, height, href);
  }

  goTo({ x, y, width, height }: Area, anchor: string): void {
    this.doc.goTo(x, y, width, height, anchor);
  }
}
