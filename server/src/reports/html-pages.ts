/** Builds the markup of each kind of page. */

import { exposureTerms } from '@reelsight/contract/exposure-words';
import { lengthText, timeText, wholeTimeText } from '@reelsight/contract/time-text';
import { type Colours, fieldOpacity, inkOn } from './colours.ts';
import type { Frames, Picture } from './content.ts';
import { type Markup, markup, raw } from './html-markup.ts';
import { ink } from './ink.ts';
import {
  type BrandPage,
  type Cell,
  type Column,
  type CoverPage,
  type MethodPage,
  type Proof,
  type ProofsPage,
  proofGrid,
  proofRoom,
  shownWarnings,
  type TablePage,
  type TimelineBlock,
  type TimelinePage,
  tableNote,
  type VoicePage,
} from './page.ts';
import { frameGone } from './words.ts';

export interface HtmlScene {
  readonly colours: Colours;
  readonly frames: Frames;
}

/** Formats a fraction as a percentage for use in styles. */
const percent = (fraction: number): string => `${(fraction * 100).toFixed(3)}%`;

const dataUrl = ({ bytes }: Picture, type: string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const swatch = (colour: string): Markup =>
  markup`<i class="swatch" style="background:${colour}"></i>`;

const headOf = ({ title, note }: { title: string; note?: string }): Markup =>
  markup`<h2>${title}</h2>${note ? markup`<p class="note">${note}</p>` : ''}`;

export function coverMarkup({ colours }: HtmlScene, page: CoverPage): Markup {
  const seenBrands = page.top.filter(({ seconds }) => seconds > 0);
  const maxSeconds = Math.max(...seenBrands.map(({ seconds }) => seconds), 0.1);
  const top = seenBrands.map(
    ({ name, seconds, percent: share, anchor }) =>
      markup`<div class="bar"><bdi>${name}</bdi><span><i style="width:${percent(seconds / maxSeconds)};background:${colours(name)}"></i></span><em>${share}</em><b>${linkedTo(anchor, markup`${lengthText(seconds)}`)}</b></div>`,
  );
  const videos = page.videos.map(
    ({ title, length }) => markup`<div class="video"><bdi>${title}</bdi><b>${length}</b></div>`,
  );
  const figures = page.figures.map(
    ({ value, label, name }) =>
      markup`<div><b>${value}</b><span>${label}${name ? markup`<bdi>${name}</bdi>` : ''}</span></div>`,
  );
  const logo = page.logo
    ? markup`<img class="logo" alt="" src="${dataUrl(page.logo, 'image/png')}">`
    : '';
  const moreLink = page.more ? markup`<a href="#videos">${page.more}</a>` : '';

  const warnings =
    page.warnings.length > 0
      ? markup`<div class="warnings">${page.warnings.slice(0, shownWarnings).map((warning) => markup`<p>${warning}</p>`)}</div>`
      : '';

  return markup`${logo}<h1><bdi>${page.title}</bdi></h1>${page.lines.map((line) => markup`<p class="line">${line}</p>`)}${warnings}
<div class="figures">${figures}</div><div class="halves">${top.length > 0 ? markup`<div><h3>${exposureTerms.shareOfScreenTime.title}</h3>${top}${page.moreBrands ? markup`<a href="#brands">${page.moreBrands}</a>` : ''}</div>` : ''}${videos.length > 0 ? markup`<div><h3>${videos.length === 1 ? 'Video' : 'Videos'}</h3>${videos}${moreLink}</div>` : ''}</div>
<div class="notes">${page.notes.map((note) => markup`<p>${note}</p>`)}</div>`;
}

export function tableMarkup(scene: HtmlScene, page: TablePage): Markup {
  const columns = page.columns.map(({ width }) =>
    width === 0 ? markup`<col>` : markup`<col style="width:${width}pt">`,
  );
  const heads = page.columns.map(
    ({ head, align }) => markup`<th scope="col" class="${align}">${head}</th>`,
  );
  const rows = page.rows.map(
    (row) =>
      markup`<tr>${row.map((cell, index) => cellMarkup(scene, cell, page.columns[index] as Column))}</tr>`,
  );

  return markup`${headOf({ title: page.title, note: tableNote(page) })}<p class="swipe">More columns: scroll to the right →</p><div class="wide" tabindex="0" role="region" aria-label="${page.title}, table"><table><colgroup>${columns}</colgroup><thead><tr>${heads}</tr></thead><tbody>\n${rows.map((row) => markup`${row}\n`)}</tbody></table></div>`;
}

function cellMarkup({ colours }: HtmlScene, cell: Cell, { align }: Column): Markup {
  const text = markup`<bdi>${cell.text}</bdi>`;
  const href = cell.href ?? (cell.anchor ? `#${cell.anchor}` : null);
  const linked = href ? markup`<a href="${href}">${text}</a>` : text;
  const mark = cell.colour === undefined ? '' : swatch(colours(cell.colour));
  const inside = cell.sign
    ? markup`<span class="signed">${mark}<span>${linked}</span><b>${cell.sign}</b></span>`
    : markup`${mark}${linked}`;

  return markup`<td class="${align}${cell.quiet ? ' quiet' : ''}" title="${cell.text}">${inside}</td>`;
}

const linkedTo = (anchor: string | null | undefined, inside: Markup): Markup =>
  anchor ? markup`<a href="#${anchor}">${inside}</a>` : inside;

export function voiceMarkup({ colours }: HtmlScene, page: VoicePage): Markup {
  if (page.shares.length === 0)
    return markup`${headOf(page)}<p>No brand was seen; those in this report are only said.</p>`;

  const colourOf = (name: string | null) => (name === null ? ink.others : colours(name));
  const stack = page.shares.map(
    ({ name, share, percent: text, label }) =>
      markup`<i${share < 0.16 ? raw(' class="slim"') : ''} title="${label}, ${text}" style="width:${percent(share)};color:${inkOn(colourOf(name))};background:${colourOf(name)}">${share > 0.045 ? text : ''}</i>`,
  );
  const rows = page.shares.map(
    ({ name, label, share, percent: text, seconds, anchor }) =>
      markup`<tr><td>${swatch(colourOf(name))}${linkedTo(anchor, markup`<bdi>${label}</bdi>`)}</td><td class="share"><span><i style="width:${percent(share)};background:${colourOf(name)}"></i></span></td><td class="right"><b>${text}</b></td><td class="right">${seconds === null ? '–' : linkedTo(anchor, markup`${lengthText(seconds)}`)}</td></tr>\n`,
  );

  return markup`${headOf(page)}<div class="stack">${stack}</div><div class="scale"><span>0 %</span><span>25 %</span><span>50 %</span><span>75 %</span><span>100 %</span></div><table class="shares"><tbody>\n${rows}</tbody></table>`;
}

export function timelinesMarkup(scene: HtmlScene, page: TimelinePage): Markup {
  return markup`${headOf(page)}${page.blocks.map((block) => blockMarkup(scene, block))}`;
}

function blockMarkup({ colours }: HtmlScene, block: TimelineBlock): Markup {
  const percentOf = (seconds: number) => percent(Math.min(seconds, block.seconds) / block.seconds);
  const lanes = block.lanes.map(({ name, label, bars, marks }) => {
    const colour = colours(name);
    const barLinks = bars.map(
      ([from, to]) =>
        markup`<a href="${block.momentHref(from)}" title="${label}, ${timeText(from)} to ${timeText(to)}" style="left:${percentOf(from)};width:${percentOf(to - from)};background:${colour}"></a>`,
    );
    const markLinks = marks.map(
      (mark) =>
        markup`<a class="said" href="${block.momentHref(mark)}" title="${label} said, ${timeText(mark)}" style="left:${percentOf(mark)};background:${colour}"></a>`,
    );

    return markup`<div class="lane"><bdi>${label}</bdi><div>${barLinks}${markLinks}</div></div>\n`;
  });

  const ticks = block.ticks.map(
    (tick) =>
      markup`<span${tick > 0.97 * block.seconds ? raw(' class="near"') : ''} style="left:${percentOf(tick)}">${wholeTimeText(tick)}</span>`,
  );

  return markup`<div class="block"><h3><a href="${block.href}"><bdi>${block.title}</bdi></a><span>${lengthText(block.seconds)}</span></h3>
${lanes}<div class="lane axis"><bdi>${block.more}</bdi><div>${ticks}</div></div></div>\n`;
}

export function brandMarkup(scene: HtmlScene, page: BrandPage): Markup {
  const facts = page.facts.map(
    ([label, value]) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  );
  const best = page.best
    ? markup`<div><dt>Best moment</dt><dd class="one"><a href="${page.best.href}">${page.best.text}</a></dd></div>`
    : '';
  const fields = page.fields?.map(
    (share) =>
      markup`<span style="color:${inkOn(scene.colours(page.name), fieldOpacity(share))}"><i style="background:${scene.colours(page.name)};opacity:${fieldOpacity(share).toFixed(3)}"></i>${share >= 0.005 ? `${Math.round(share * 100)} %` : ''}</span>`,
  );
  const surfaces = page.surfaces.map(
    ([surface, value]) => markup`<div><span>${surface}</span><span>${value}</span></div>`,
  );
  const side = markup`<dl>${facts}${best}</dl><div class="halves">${fields ? markup`<div><h4>Place in the picture</h4><div class="fields">${fields}</div></div>` : ''}${surfaces.length > 0 ? markup`<div><h4>On</h4><div class="surfaces">${surfaces}</div></div>` : ''}</div>`;
  const proofs = page.proofs.map((proof) => proofMarkup(scene, proof));
  const room = Math.floor(proofRoom(proofs.length).height);

  return markup`<h2>${swatch(scene.colours(page.name))}<bdi>${page.title}</bdi>${page.mark ? markup`<span class="mark">${page.mark}</span>` : ''}</h2><div class="sides"><div>${side}</div><div>${page.note ? markup`<p class="note">${page.note}</p>` : ''}<div class="proofs${proofs.length === 1 ? ' single' : ''}" style="--high:${room}pt">${proofs}</div></div></div>`;
}

export function proofsMarkup(scene: HtmlScene, page: ProofsPage): Markup {
  const { columns, height } = proofGrid(page.proofs.length);
  const proofs = page.proofs.map((proof) => proofMarkup(scene, proof));
  return markup`${headOf(page)}<div class="proofs grid" style="--columns:${columns};--high:${Math.floor(height)}pt">${proofs}</div>`;
}

function proofMarkup({ frames }: HtmlScene, proof: Proof): Markup {
  const { frame, box, detail, title, caption, href } = proof;
  const picture = frames.get(frame);
  const place = `--left:${percent(box.x)};--top:${percent(box.y)};--right:${percent(1 - box.x - box.width)};--bottom:${percent(1 - box.y - box.height)}`;
  const enlarged = detail && frames.get(detail.picture);
  const corner =
    detail && `${detail.onLeft ? 'left' : 'right'}:0;${detail.onTop ? 'top' : 'bottom'}:0`;
  const imageMarkup = picture
    ? markup`<img alt="${title}, ${caption}" width="${picture.width}" height="${picture.height}" src="${dataUrl(picture, 'image/jpeg')}"><i class="box" style="${place}"></i>${enlarged ? markup`<img class="detail" alt="The logo, enlarged" style="${corner}" src="${dataUrl(enlarged, 'image/jpeg')}">` : ''}`
    : markup`<span class="gone">${frameGone}</span>`;

  return markup`<figure><a class="frame" href="${href}">${imageMarkup}</a><figcaption><a href="${href}"><bdi>${title}</bdi></a><span>${caption}</span></figcaption></figure>\n`;
}

export function methodMarkup(page: MethodPage): Markup {
  const parts = page.parts.map(
    ({ head, lines }) =>
      markup`${head ? markup`<h3>${head}</h3>` : ''}${lines.map((line) => markup`<p dir="auto">${line}</p>`)}`,
  );
  return markup`${headOf(page)}${parts}`;
}
