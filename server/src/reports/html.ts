/**
 * The report as one HTML file that has no script and loads nothing from elsewhere. It shows the same pages as the PDF
 * file, on screen and on paper.
 */
import type { Frames, ReportContent } from './content.ts';
import { type Markup, markup, markupOf, raw } from './html-markup.ts';
import {
  brandMarkup,
  coverMarkup,
  type HtmlScene,
  methodMarkup,
  proofsMarkup,
  tableMarkup,
  timelinesMarkup,
  voiceMarkup,
} from './html-pages.ts';
import { style } from './html-style.ts';
import type { Page } from './page.ts';
import { pagesOf } from './pages.ts';
import { webFonts } from './web-fonts.ts';

const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:";

export async function htmlOf(content: ReportContent, frames: Frames): Promise<Uint8Array> {
  const { pages, colours, title } = pagesOf(content);
  const scene: HtmlScene = { colours, frames };
  const sections = pages.map((page, index) => {
    const foot = markup`<footer><a href="#cover">${title}</a><span>${index + 1} / ${pages.length}</span></footer>`;
    return markup`<section class="page ${page.kind}" id="${page.id}" aria-label="${page.title}">${bodyOf(scene, page)}${page.kind === 'cover' ? '' : foot}</section>\n`;
  });
  const body = markup`${sections}`;
  const fonts = await webFonts(textOfMarkup(markupOf(body)));
  const head = markup`<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(fonts + style)}</style>`;

  return Buffer.from(
    markupOf(
      markup`<!doctype html>\n<html lang="en"><head>${head}</head><body>\n${body}</body></html>\n`,
    ),
  );
}

/** The text of a page's markup, without tags and without pictures. */
const textOfMarkup = (text: string): string => text.replace(/<[^<>]*>/g, ' ');

function bodyOf(scene: HtmlScene, page: Page): Markup {
  if (page.kind === 'cover') return coverMarkup(scene, page);
  if (page.kind === 'table') return tableMarkup(scene, page);
  if (page.kind === 'voice') return voiceMarkup(scene, page);
  if (page.kind === 'timelines') return timelinesMarkup(scene, page);
  if (page.kind === 'proofs') return proofsMarkup(scene, page);
  if (page.kind === 'brand') return brandMarkup(scene, page);
  return methodMarkup(page);
}
