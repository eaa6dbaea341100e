/** Draws each kind of page in the PDF file. */

import { exposureTerms } from '@reelsight/contract/exposure-words';
import { lengthText, wholeTimeText } from '@reelsight/contract/time-text';
import { type Colours, inkOn } from './colours.ts';
import type { Frames } from './content.ts';
import { ink } from './ink.ts';
import {
  type Cell,
  type Column,
  type CoverPage,
  inner,
  type MethodPage,
  rowHeight,
  sheet,
  shownWarnings,
  type TablePage,
  type TimelineBlock,
  type TimelinePage,
  tableNote,
  timelineSize,
  type VoicePage,
} from './page.ts';
import type { PdfSheet } from './pdf-sheet.ts';
import { blockHeight } from './timeline-pages.ts';

export interface PdfScene {
  readonly on: PdfSheet;
  readonly colours: Colours;
  readonly frames: Frames;
}

export const left = sheet.margin;
export const top = sheet.margin;

export function drawHead(
  { on }: PdfScene,
  { title, note }: { title: string; note?: string },
): void {
  on.text(title, { x: left, y: top + 18, size: 20, weight: 700, width: inner });
  if (note)
    on.block(note, {
      x: left,
      y: top + 36,
      size: 9,
      width: inner,
      leading: 11,
      most: 2,
      colour: ink.quiet,
    });
}

export function drawCover(scene: PdfScene, page: CoverPage): void {
  const { on } = scene;
  on.rect({ x: 0, y: 0, width: sheet.width, height: 8 }, ink.accent);

  const y = coverHead(scene, page);
  coverFigures(scene, page, y);

  const below = y + 92;
  const half = inner / 2 - 14;
  coverTop(scene, page, { x: left, y: below, width: half });

  const aside = page.top.some(({ seconds }) => seconds > 0) ? left + half + 28 : left;
  coverVideos(scene, page, { x: aside, y: below, width: half });
  let line = sheet.height - sheet.margin - 6 - (Math.min(page.notes.length, 4) - 1) * 13;

  for (const note of page.notes.slice(0, 4)) {
    on.text(note, {
      x: left,
      y: line,
      size: 9.5,
      width: inner,
      colour: ink.quiet,
      anchor: 'method',
    });
    line += 13;
  }
}

/** Draws the head of the cover and returns the position at which the figures begin. */
function coverHead({ on }: PdfScene, page: CoverPage): number {
  let y = top + 16;

  if (page.logo) {
    const { width, height, bytes } = page.logo;
    const scale = Math.min(170 / width, 54 / height);
    on.picture(bytes, { x: left, y, width: width * scale, height: height * scale });
    y += 64;
  }

  y += 34;
  const lines = on.block(page.title, {
    x: left,
    y,
    size: 30,
    weight: 700,
    width: inner,
    leading: 38,
    most: 2,
  });
  y += (lines - 1) * 38 + 24;

  for (const line of page.lines) {
    on.text(line, { x: left, y, size: 11, width: inner, colour: ink.quiet });
    y += 16;
  }

  return drawWarnings(on, page.warnings, y) + 12;
}

/** Draws the warnings and returns the position below them. */
function drawWarnings(on: PdfSheet, warnings: readonly string[], y: number): number {
  const lines = warnings.slice(0, shownWarnings);
  if (lines.length === 0) return y;

  const height = 10 + lines.length * 13;
  on.rect({ x: left, y: y - 4, width: inner, height }, ink.ground);
  on.rect({ x: left, y: y - 4, width: 3, height }, ink.box);

  for (const [index, line] of lines.entries())
    on.text(line, {
      x: left + 12,
      y: y + 10 + index * 13,
      size: 9.5,
      width: inner - 24,
      anchor: 'method',
    });

  return y + height;
}

function coverFigures({ on }: PdfScene, { figures }: CoverPage, y: number): void {
  const gap = 10;
  const width = (inner - gap * (figures.length - 1)) / figures.length;

  for (const [index, { value, label, name }] of figures.entries()) {
    const x = left + index * (width + gap);
    on.rect({ x, y, width, height: 66 }, ink.ground, 5);
    on.text(value, { x: x + 12, y: y + 32, size: 22, weight: 700, width: width - 24 });
    on.text(label + (name ?? ''), {
      x: x + 12,
      y: y + 51,
      size: 9.5,
      width: width - 24,
      colour: ink.quiet,
    });
  }
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function coverTop(
  { on, colours }: PdfScene,
  { top: brands, moreBrands }: CoverPage,
  place: Place,
): void {
  const shownBrands = brands.filter(({ seconds }) => seconds > 0);
  const maxSeconds = Math.max(...shownBrands.map(({ seconds }) => seconds), 0.1);
  if (shownBrands.length === 0) return;

  on.text(exposureTerms.shareOfScreenTime.title, {
    x: place.x,
    y: place.y + 12,
    size: 12,
    weight: 700,
  });
  const bar = place.width - 130 - 98;

  for (const [index, { name, seconds, percent, anchor }] of shownBrands.entries()) {
    const y = place.y + 34 + index * 20;
    on.text(name, { x: place.x, y, size: 10, width: 124 });
    on.rect(
      { x: place.x + 130, y: y - 9, width: Math.max(1, (bar * seconds) / maxSeconds), height: 11 },
      colours(name),
      2,
    );

    on.text(percent, { x: place.x + place.width - 98, y, size: 10, width: 46, align: 'right' });
    on.text(lengthText(seconds), {
      x: place.x + place.width - 56,
      y,
      size: 10,
      width: 56,
      align: 'right',
      anchor,
      ...(anchor && { colour: ink.accent }),
    });
  }

  if (moreBrands)
    on.text(moreBrands, {
      x: place.x,
      y: place.y + 34 + shownBrands.length * 20,
      size: 10,
      colour: ink.quiet,
      anchor: 'brands',
    });
}

function coverVideos({ on }: PdfScene, { videos, more: moreText }: CoverPage, place: Place): void {
  if (videos.length === 0) return;

  on.text(videos.length === 1 ? 'Video' : 'Videos', {
    x: place.x,
    y: place.y + 12,
    size: 12,
    weight: 700,
    anchor: moreText ? 'videos' : null,
  });

  for (const [index, { title, length }] of videos.entries()) {
    const y = place.y + 34 + index * 17;
    on.text(title, { x: place.x, y, size: 10, width: place.width - 60 });
    on.text(length, { x: place.x + place.width - 50, y, size: 10, width: 50, align: 'right' });
  }

  if (moreText)
    on.text(moreText, {
      x: place.x,
      y: place.y + 34 + videos.length * 17,
      size: 10,
      colour: ink.quiet,
      anchor: 'videos',
    });
}

/** Width of each column in points; columns without a fixed width share what is left. */
export function widthsOf(columns: readonly Column[]): number[] {
  const fixed = columns.reduce((sum, { width }) => sum + width, 0);
  const open = columns.filter(({ width }) => width === 0).length;
  return columns.map(({ width }) => width || (inner - fixed) / open);
}

export function drawTable(scene: PdfScene, page: TablePage): void {
  const { on } = scene;
  drawHead(scene, { title: page.title, note: tableNote(page) });
  const widths = widthsOf(page.columns);
  const headY = top + 68;
  let x = left;

  for (const [index, column] of page.columns.entries()) {
    const width = widths[index] as number;
    const words = on.lines.line(column.head, { size: 7.5, weight: 700 }).width > width - 6;
    on.block(column.head, {
      x: x + 3,
      y: headY - (words ? 9 : 0),
      size: 7.5,
      weight: 700,
      width: width - 6,
      align: column.align,
      leading: 9,
      most: 2,
      colour: ink.quiet,
    });
    x += width;
  }
  on.rule(left, headY + 5, inner, ink.quiet);

  for (const [index, row] of page.rows.entries()) {
    const y = headY + 5 + index * rowHeight;
    if (index % 2 === 1) on.rect({ x: left, y, width: inner, height: rowHeight }, ink.stripe);
    drawRow(scene, row, { page, widths, y: y + rowHeight - 6 });
  }
}

function drawRow(
  { on, colours }: PdfScene,
  row: readonly Cell[],
  { page, widths, y }: { page: TablePage; widths: readonly number[]; y: number },
): void {
  let x = left;
  for (const [index, cell] of row.entries()) {
    const width = widths[index] as number;
    const swatch = cell.colour === undefined ? 0 : 13;
    if (cell.colour !== undefined)
      on.rect({ x: x + 3, y: y - 7, width: 8, height: 8 }, colours(cell.colour), 1.5);

    const sign = cell.sign ? 7 : 0;
    const align = page.columns[index]?.align ?? 'left';
    const long = on.text(cell.text, {
      x: x + 3 + swatch,
      y,
      size: 8.5,
      width: width - 6 - swatch - sign,
      align,
      colour: cell.quiet ? ink.quiet : cell.href ? ink.accent : ink.text,
      href: cell.href,
      anchor: cell.anchor,
    });
    const signX = align === 'right' ? x + width - sign : x + 5 + swatch + long;
    if (cell.sign) on.text(cell.sign, { x: signX, y, size: 8.5, weight: 700 });
    x += width;
  }
}

export function drawVoice(scene: PdfScene, page: VoicePage): void {
  const { on, colours } = scene;
  drawHead(scene, page);

  if (page.shares.length === 0) {
    on.text('No brand was seen; those in this report are only said.', {
      x: left,
      y: top + 80,
      size: 11,
    });
    return;
  }
  let x = left;

  for (const { name, share, percent } of page.shares) {
    const width = inner * share;
    on.rect({ x, y: top + 58, width, height: 40 }, name === null ? ink.others : colours(name));

    if (width > 34)
      on.text(percent, {
        x,
        y: top + 82,
        size: 9,
        weight: 700,
        width,
        align: 'center',
        colour: inkOn(name === null ? ink.others : colours(name)),
      });

    x += width;
    on.upright(x, top + 58, 40, '#ffffff');
  }

  for (const share of [0, 0.25, 0.5, 0.75, 1])
    on.text(`${share * 100} %`, {
      x: left + inner * share - (share === 0 ? 0 : share === 1 ? 30 : 15),
      y: top + 111,
      size: 8,
      width: 30,
      align: share === 0 ? 'left' : share === 1 ? 'right' : 'center',
      colour: ink.quiet,
    });

  for (const [index, share] of page.shares.entries())
    voiceRow(scene, share, top + 142 + index * 25);
}

function voiceRow({ on, colours }: PdfScene, share: VoicePage['shares'][number], y: number): void {
  const bar = { x: left + 200, y: y - 10, width: inner - 340, height: 12 };
  const colour = share.name === null ? ink.others : colours(share.name);
  on.rect({ x: left, y: y - 9, width: 10, height: 10 }, colour, 2);

  const { anchor } = share;
  on.text(share.label, { x: left + 17, y, size: 10.5, width: 176, anchor });
  on.rect(bar, ink.ground);
  on.rect({ ...bar, width: bar.width * share.share }, colour);
  on.text(share.percent, {
    x: left + inner - 132,
    y,
    size: 10.5,
    width: 60,
    align: 'right',
    weight: 700,
  });

  on.text(share.seconds === null ? '–' : lengthText(share.seconds), {
    x: left + inner - 66,
    y,
    size: 10.5,
    width: 66,
    align: 'right',
    anchor,
    ...(anchor && { colour: ink.accent }),
  });
}

export function drawTimelines(scene: PdfScene, page: TimelinePage): void {
  drawHead(scene, page);
  let y = top + 56;
  for (const block of page.blocks) {
    drawBlock(scene, block, y);
    y += blockHeight(block);
  }
}

function drawBlock(scene: PdfScene, block: TimelineBlock, y: number): void {
  const { on } = scene;
  on.text(block.title, {
    x: left,
    y: y + 11,
    size: 10.5,
    weight: 700,
    width: inner - 70,
    href: block.href,
  });

  on.text(lengthText(block.seconds), {
    x: left + inner - 64,
    y: y + 11,
    size: 9,
    width: 64,
    align: 'right',
    colour: ink.quiet,
  });

  const area = { x: left + timelineSize.label, width: inner - timelineSize.label };
  const first = y + timelineSize.head;
  const height = block.lanes.length * timelineSize.lane;
  const xOf = (seconds: number) =>
    area.x + (Math.min(seconds, block.seconds) / block.seconds) * area.width;

  for (const tick of block.ticks) {
    on.upright(xOf(tick), first, height + 3);
    const isNearEdge = area.x + area.width - xOf(tick) < 20;
    on.text(wholeTimeText(tick), {
      x: xOf(tick) - (isNearEdge ? 40 : 20),
      y: first + height + 12,
      size: 7.5,
      width: 40,
      align: isNearEdge ? 'right' : 'center',
      colour: ink.quiet,
    });
  }

  for (const [index, lane] of block.lanes.entries())
    drawLane(scene, block, { lane, y: first + index * timelineSize.lane, xOf });
  on.rule(area.x, first + height, area.width, ink.quiet);

  if (block.more)
    on.text(block.more, {
      x: left,
      y: first + height + 12 + timelineSize.lane - 4,
      size: 8.5,
      colour: ink.quiet,
    });
}

function drawLane(
  { on, colours }: PdfScene,
  { momentHref }: TimelineBlock,
  {
    lane,
    y,
    xOf,
  }: { lane: TimelineBlock['lanes'][number]; y: number; xOf: (seconds: number) => number },
): void {
  on.text(lane.label, { x: left, y: y + 10, size: 8.5, width: timelineSize.label - 8 });
  const colour = colours(lane.name);

  for (const [from, to] of lane.bars) {
    const x = xOf(from);
    const bar = { x, y: y + 3, width: Math.max(1.2, xOf(to) - x), height: timelineSize.lane - 5 };
    on.rect(bar, colour);
    on.link(bar, momentHref(from));
  }

  for (const mark of lane.marks) {
    on.diamond(xOf(mark), y + timelineSize.lane / 2 + 0.5, 4, colour);
    on.link({ x: xOf(mark) - 4, y: y + 3, width: 8, height: 9 }, momentHref(mark));
  }
}

export function drawMethod(scene: PdfScene, page: MethodPage): void {
  const { on } = scene;
  drawHead(scene, page);
  let y = top + 48;

  for (const part of page.parts) {
    if (part.head) {
      on.text(part.head, { x: left, y, size: 11, weight: 700, width: inner });
      y += 15;
    }

    for (const line of part.lines) {
      const lines = on.block(line, { x: left, y, size: 9, width: inner, leading: 12.5 });
      y += lines * 12.5 + 2.5;
    }

    y += 10;
  }
}
