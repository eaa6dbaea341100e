/** Makes the report as a PDF file, which is drawn without a browser. */

import type { Frames, ReportContent } from './content.ts';
import { ink } from './ink.ts';
import { inner, type Page, sheet } from './page.ts';
import { pagesOf } from './pages.ts';
import { drawBrand, drawProofGrid } from './pdf-brand.ts';
import {
  drawCover,
  drawMethod,
  drawTable,
  drawTimelines,
  drawVoice,
  type PdfScene,
} from './pdf-pages.ts';
import { PdfSheet } from './pdf-sheet.ts';

export function pdfOf(content: ReportContent, frames: Frames): Promise<Uint8Array> {
  const { pages, colours, title } = pagesOf(content);
  const on = new PdfSheet({ title, created: new Date(content.created_at) });
  const bytes = on.bytes();
  const scene: PdfScene = { on, colours, frames };

  for (const [index, page] of pages.entries()) {
    on.doc.addPage();
    on.doc.addNamedDestination(page.id, 'XYZ', 0, 0, null as never);
    on.doc.outline.addItem(page.title);
    draw(scene, page);
    if (page.kind !== 'cover') foot(on, title, `${index + 1} / ${pages.length}`);
  }

  on.doc.end();
  return bytes;
}

function draw(scene: PdfScene, page: Page): void {
  if (page.kind === 'cover') drawCover(scene, page);
  else if (page.kind === 'table') drawTable(scene, page);
  else if (page.kind === 'voice') drawVoice(scene, page);
  else if (page.kind === 'timelines') drawTimelines(scene, page);
  else if (page.kind === 'proofs') drawProofGrid(scene, page);
  else if (page.kind === 'brand') drawBrand(scene, page);
  else drawMethod(scene, page);
}

function foot(on: PdfSheet, title: string, place: string): void {
  const y = sheet.height - sheet.margin + 8;
  on.rule(sheet.margin, y - 13, inner);
  on.text(title, {
    x: sheet.margin,
    y,
    size: 8,
    width: inner - 80,
    colour: ink.quiet,
    anchor: 'cover',
  });

  on.text(place, {
    x: sheet.width - sheet.margin - 70,
    y,
    size: 8,
    width: 70,
    align: 'right',
    colour: ink.quiet,
  });
}
