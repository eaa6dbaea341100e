/**
 * Draws the summary as slides for a presentation. Texts, the table and the chart are the program's own, so that they can
 * be edited; the pages are those of the PDF file.
 */
import { exposureTerms } from '@reelsight/contract/exposure-words';
import { lengthText, wholeTimeText } from '@reelsight/contract/time-text';
import Slides from 'pptxgenjs';
import type { Colours } from './colours.ts';
import type { Frames, Picture, ReportContent } from './content.ts';
import { ink } from './ink.ts';
import { officeText } from './office-text.ts';
import {
  type CoverPage,
  type MethodPage,
  type Page,
  type Proof,
  type ProofsPage,
  proofGrid,
  shownWarnings,
  type TablePage,
  type TimelinePage,
} from './page.ts';
import { pagesOf } from './pages.ts';

/** A slide of 16 by 9, in inches. */
const slideSize = { width: 13.333, height: 7.5, margin: 0.5 } as const;
const inside = slideSize.width - 2 * slideSize.margin;
const belowTitle = 1.35;
const font = 'Arial';
/** Number of brands in a table; a slide has no room for more. */
const shownBrands = 12;
/** Format of the shares in the chart, in the words of the other pages. */
const shareFormat = '[<0.0005]"< 0.1%";0.0%';

interface Scene {
  readonly slides: InstanceType<typeof Slides.default>;
  readonly colours: Colours;
  readonly frames: Frames;
}
type Slide = ReturnType<Scene['slides']['addSlide']>;

export async function pptxOf(content: ReportContent, frames: Frames): Promise<Uint8Array> {
  const { pages, colours } = pagesOf({ ...content, detail: 'summary' });
  const slides = new (Slides as unknown as typeof Slides.default)();
  slides.layout = 'LAYOUT_WIDE';
  slides.title = officeText(content.title);
  slides.company = 'Reelsight';
  slides.author = 'Reelsight';

  const scene: Scene = { slides, colours, frames };
  for (const page of pages) drawSlide(scene, page);
  return (await slides.write({ outputType: 'nodebuffer' })) as Uint8Array;
}

function drawSlide(scene: Scene, page: Page): void {
  if (page.kind === 'cover') {
    drawCover(scene, page);
    drawShares(scene, page);
  } else if (page.kind === 'table' && tablesOnSlides.includes(page.id)) drawTable(scene, page);
  else if (page.kind === 'proofs') drawProofs(scene, page);
  else if (page.kind === 'timelines') drawTimelines(scene, page);
  else if (page.kind === 'method' && page.id === 'method') drawMethod(scene, page);
}

const hex = (colour: string): string => colour.replace('#', '').toUpperCase();
const data = ({ bytes }: Picture, type: string): string =>
  `${type};base64,${Buffer.from(bytes).toString('base64')}`;

function titled({ slides }: Scene, title: string, note?: string): Slide {
  const slide = slides.addSlide();
  const place = { x: slideSize.margin, w: inside, fontFace: font };
  slide.addText(officeText(title), {
    ...place,
    y: 0.35,
    h: 0.6,
    fontSize: 26,
    bold: true,
    color: hex(ink.text),
  });
  if (note)
    slide.addText(officeText(note), {
      ...place,
      y: 0.9,
      h: 0.4,
      fontSize: 11,
      color: hex(ink.quiet),
      valign: 'top',
    });
  return slide;
}

function drawCover({ slides }: Scene, page: CoverPage): void {
  const slide = slides.addSlide();
  const place = { x: slideSize.margin, w: inside, fontFace: font };
  slide.addShape('rect', {
    x: 0,
    y: 0,
    w: slideSize.width,
    h: 0.12,
    fill: { color: hex(ink.accent) },
  });

  if (page.logo) {
    const scale = Math.min(2.4 / page.logo.width, 0.8 / page.logo.height);
    const size = { w: page.logo.width * scale, h: page.logo.height * scale };
    slide.addImage({ data: data(page.logo, 'image/png'), x: slideSize.margin, y: 0.5, ...size });
  }

  slide.addText(officeText(page.title), {
    ...place,
    y: 1.5,
    h: 1.2,
    fontSize: 38,
    bold: true,
    fit: 'shrink',
  });
  slide.addText(
    page.lines.map((line) => ({ text: officeText(line), options: { breakLine: true } })),
    {
      ...place,
      y: 2.7,
      h: 0.8,
      fontSize: 14,
      color: hex(ink.quiet),
      valign: 'top',
    },
  );
  if (page.warnings.length > 0)
    slide.addText(
      page.warnings
        .slice(0, shownWarnings)
        .map((line) => ({ text: officeText(line), options: { breakLine: true } })),
      {
        ...place,
        y: 3.55,
        h: 0.9,
        fontSize: 12,
        fill: { color: hex(ink.ground) },
        valign: 'middle',
      },
    );

  const gap = 0.2;
  const width = (inside - gap * (page.figures.length - 1)) / Math.max(1, page.figures.length);
  for (const [index, { value, label, name }] of page.figures.entries()) {
    const x = slideSize.margin + index * (width + gap);
    slide.addText(
      [
        { text: value, options: { fontSize: 26, bold: true, breakLine: true } },
        {
          text: officeText(label + (name ?? '')),
          options: { fontSize: 12, color: hex(ink.quiet) },
        },
      ],
      { x, y: 4.8, w: width, h: 1.2, fontFace: font, fill: { color: hex(ink.ground) } },
    );
  }
}

function drawShares(scene: Scene, page: CoverPage): void {
  const brands = page.top.filter(({ seconds }) => seconds > 0);
  if (brands.length === 0) return;

  const slide = titled(scene, exposureTerms.shareOfScreenTime.title, page.moreBrands ?? undefined);
  slide.addChart(
    'bar',
    [
      {
        name: exposureTerms.shareOfScreenTime.title,
        labels: brands.map(({ name, seconds }) => officeText(`${name}, ${lengthText(seconds)}`)),
        values: brands.map(({ share }) => share),
      },
    ],
    {
      x: slideSize.margin,
      y: belowTitle,
      w: inside,
      h: slideSize.height - belowTitle - slideSize.margin,
      barDir: 'bar',
      // A bar chart begins at the bottom, but the brand seen longest comes first. The library writes what it is given;
      // its types know one of the two orders only.
      catAxisOrientation: 'maxMin' as 'minMax',
      valAxisHidden: true,
      valGridLine: { style: 'none' },
      showValue: true,
      dataLabelFormatCode: shareFormat,
      chartColors: brands.map(({ name }) => hex(scene.colours(name))),
      catAxisLabelFontFace: font,
      catAxisLabelFontSize: 13,
      dataLabelFontSize: 13,
      barGapWidthPct: 40,
    },
  );
}

/** Columns of the table of brands on a slide, which is too narrow for all of them. */
const slideColumns: readonly string[] = [
  exposureTerms.brand.title,
  exposureTerms.videos.title,
  exposureTerms.seen.title,
  exposureTerms.shareOfScreenTime.title,
  exposureTerms.shareOfVideo.title,
  exposureTerms.clarity.title,
  exposureTerms.said.title,
  exposureTerms.equivalent.title,
  exposureTerms.mediaValue.title,
];

/** Ids of the tables that have a slide: the brands, what changed, and what was corrected. */
const tablesOnSlides: readonly string[] = ['brands', 'changes', 'corrected'];

function drawTable(scene: Scene, page: TablePage): void {
  const places = page.columns.flatMap(({ head }, index) =>
    page.id !== 'brands' || slideColumns.includes(head) ? [index] : [],
  );
  const isCut = page.rows.length > shownBrands || page.rest !== undefined;
  const slide = titled(
    scene,
    page.title,
    isCut
      ? `${page.note} The first ${shownBrands} brands are here; the spreadsheet has all.`
      : page.note,
  );
  const align = (index: number) => page.columns[index]?.align ?? 'left';
  const rows = page.rows.slice(0, shownBrands).map((row) =>
    places.map((index) => {
      const cell = row[index];
      const sign = cell?.sign ? ` ${cell.sign}` : '';
      const link = cell?.href ? { hyperlink: { url: cell.href } } : {};
      return {
        text: [{ text: officeText(`${cell?.text ?? ''}${sign}`), options: link }],
        options: { align: align(index), ...(cell?.quiet && { color: hex(ink.quiet) }) },
      };
    }),
  );
  const heads = places.map((index) => ({
    text: page.columns[index]?.head ?? '',
    options: { bold: true, align: align(index), color: hex(ink.quiet) },
  }));

  slide.addTable([heads, ...rows], {
    x: slideSize.margin,
    y: belowTitle,
    w: inside,
    colW: columnWidths(places.length),
    fontFace: font,
    fontSize: 12,
    border: { type: 'solid', pt: 0.5, color: hex(ink.line) },
    valign: 'middle',
  });
}

/** Widths in inches: the first column has names, and is wider than those with numbers. */
function columnWidths(columns: number): number[] {
  const nameWidth = 2.4;
  const numberWidth = (inside - nameWidth) / Math.max(1, columns - 1);
  return Array.from({ length: columns }, (_, index) => (index === 0 ? nameWidth : numberWidth));
}

function drawProofs(scene: Scene, page: ProofsPage): void {
  const slide = titled(scene, page.title, page.note);
  const { columns } = proofGrid(page.proofs.length);
  const rows = Math.ceil(page.proofs.length / columns);
  const gap = 0.15;
  const caption = 0.42;
  const width = (inside - gap * (columns - 1)) / columns;
  const height = (slideSize.height - belowTitle - 0.3) / rows - caption;

  for (const [index, proof] of page.proofs.entries()) {
    const x = slideSize.margin + (index % columns) * (width + gap);
    const y = belowTitle + Math.floor(index / columns) * (height + caption);
    drawProof(scene, slide, { proof, area: { x, y, width, height } });
  }
}

interface ProofPlace {
  readonly proof: Proof;
  readonly area: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

function drawProof({ frames }: Scene, slide: Slide, { proof, area }: ProofPlace): void {
  const frame = frames.get(proof.frame);
  if (!frame) return;

  const scale = Math.min(area.width / frame.width, area.height / frame.height);
  const size = { w: frame.width * scale, h: frame.height * scale };
  const { box } = proof;
  const hyperlink = { url: proof.href };
  slide.addImage({
    data: data(frame, 'image/jpeg'),
    x: area.x,
    y: area.y,
    ...size,
    hyperlink,
    altText: officeText(`${proof.title}, ${proof.caption}`),
  });
  slide.addShape('rect', {
    x: area.x + box.x * size.w,
    y: area.y + box.y * size.h,
    w: box.width * size.w,
    h: box.height * size.h,
    line: { color: hex(ink.box), width: 1.5 },
  });
  slide.addText(
    [
      { text: officeText(proof.title), options: { bold: true, fontSize: 10, breakLine: true } },
      { text: officeText(proof.caption), options: { fontSize: 8, color: hex(ink.quiet) } },
    ],
    {
      x: area.x,
      y: area.y + size.h,
      w: area.width,
      h: 0.4,
      fontFace: font,
      margin: 0,
      valign: 'top',
    },
  );
}

function drawTimelines(scene: Scene, page: TimelinePage): void {
  const slide = titled(scene, page.title, page.note);
  const lane = 0.2;
  const label = 2;
  const width = inside - label;
  const text = { fontFace: font, fontSize: 10, h: lane, margin: 0 };
  const edge = slideSize.margin + label;
  let y = belowTitle;

  for (const block of page.blocks) {
    const xOf = (seconds: number) =>
      edge + (Math.min(seconds, block.seconds) / block.seconds) * width;
    const title = `${block.title}, ${lengthText(block.seconds)}`;
    slide.addText([{ text: officeText(title), options: { hyperlink: { url: block.href } } }], {
      ...text,
      x: slideSize.margin,
      y,
      w: inside,
      bold: true,
    });
    y += lane + 0.05;

    for (const { name, bars, marks } of block.lanes) {
      const fill = { color: hex(scene.colours(name)) };
      slide.addText(officeText(name), { ...text, x: slideSize.margin, y, w: label });
      for (const [from, to] of bars)
        slide.addShape('rect', {
          x: xOf(from),
          y: y + 0.03,
          w: Math.max(0.02, xOf(to) - xOf(from)),
          h: lane - 0.06,
          fill,
        });
      for (const mark of marks)
        slide.addShape('diamond', { x: xOf(mark) - 0.05, y: y + 0.05, w: 0.1, h: 0.1, fill });
      y += lane;
    }

    for (const tick of block.ticks)
      slide.addText(wholeTimeText(tick), {
        ...text,
        x: xOf(tick),
        y,
        w: 0.6,
        fontSize: 8,
        color: hex(ink.quiet),
      });
    if (block.more)
      slide.addText(block.more, {
        ...text,
        x: slideSize.margin,
        y,
        w: label,
        fontSize: 8,
        color: hex(ink.quiet),
      });
    y += lane + 0.12;
  }
}

function drawMethod(scene: Scene, page: MethodPage): void {
  const slide = titled(scene, page.title);
  const lines = page.parts.flatMap(({ head, lines: partLines }) => [
    ...(head === null
      ? []
      : [{ text: head, options: { bold: true, fontSize: 11, breakLine: true } }]),
    ...partLines.map((line) => ({
      text: officeText(line),
      options: { fontSize: 9, breakLine: true },
    })),
  ]);
  slide.addText(lines, {
    x: slideSize.margin,
    y: 1,
    w: inside,
    h: slideSize.height - 1.2,
    fontFace: font,
    valign: 'top',
    fit: 'shrink',
  });
}
