/** Draws the page of a brand. */
import { fieldOpacity, inkOn } from './colours.ts';
import { ink } from './ink.ts';
import {
  type BrandPage,
  boxPadding,
  brandSize,
  type Detail,
  detailShare,
  inner,
  type Proof,
  type ProofsPage,
  proofGrid,
  proofGridHead,
  proofRoom,
} from './page.ts';
import { drawHead, left, type PdfScene, top } from './pdf-pages.ts';
import { frameGone } from './words.ts';

const factsWidth = brandSize.facts;

export function drawBrand(scene: PdfScene, page: BrandPage): void {
  const { on, colours } = scene;
  on.rect({ x: left, y: top + 3, width: 16, height: 16 }, colours(page.name), 3);

  const room = inner - 24 - (page.mark ? 140 : 0);
  const long = on.text(page.title, {
    x: left + 24,
    y: top + 18,
    size: 20,
    weight: 700,
    width: room,
  });
  if (page.mark) drawMark(on, page.mark, left + 24 + long + 12);
  let y = top + 48;

  for (const [label, value] of page.facts) {
    on.text(label, { x: left, y, size: 9, width: 116, colour: ink.quiet });
    on.text(value, {
      x: left + 112,
      y,
      size: 9.5,
      width: factsWidth - 112,
      align: 'right',
      weight: 700,
    });
    on.rule(left, y + 5, factsWidth);
    y += 17;
  }

  if (page.best) {
    on.text('Best moment', { x: left, y, size: 9, width: 80, colour: ink.quiet });
    on.text(page.best.text, {
      x: left + 72,
      y,
      size: 9.5,
      weight: 700,
      width: factsWidth - 72,
      align: 'right',
      colour: ink.accent,
      href: page.best.href,
    });
    on.rule(left, y + 5, factsWidth);
    y += 17;
  }

  drawFields(scene, page, y + 8);
  drawSurfaces(scene, page, y + 8);
  drawProofs(scene, page);
}

function drawMark(on: PdfScene['on'], mark: string, x: number): void {
  const { width } = on.lines.line(mark, { size: 9, weight: 700 });
  on.rect({ x, y: top + 3, width: width + 14, height: 17 }, ink.ground, 8);
  on.text(mark, { x: x + 7, y: top + 15, size: 9, weight: 700 });
}

function drawFields({ on, colours }: PdfScene, { fields, name }: BrandPage, y: number): void {
  if (!fields) return;

  on.text('Place in the picture', { x: left, y: y + 8, size: 9, weight: 700 });
  const width = 37;
  const height = 24;

  for (const [index, share] of fields.entries()) {
    const area = {
      x: left + (index % 3) * width,
      y: y + 15 + Math.floor(index / 3) * height,
      width,
      height,
    };
    on.rect(area, '#ffffff');

    const opacity = fieldOpacity(share);
    on.doc.fillOpacity(opacity);

    if (share > 0) on.rect(area, colours(name));
    on.doc.fillOpacity(1);
    on.frame(area, ink.line, 0.6);

    if (share >= 0.005)
      on.text(`${Math.round(share * 100)} %`, {
        x: area.x,
        y: area.y + 15.5,
        size: 8,
        width,
        align: 'center',
        colour: inkOn(colours(name), opacity),
      });
  }
}

function drawSurfaces({ on }: PdfScene, { surfaces }: BrandPage, y: number): void {
  if (surfaces.length === 0) return;

  const x = left + 122;
  on.text('On', { x, y: y + 8, size: 9, weight: 700 });

  for (const [index, [surface, value]] of surfaces.entries()) {
    on.text(surface, { x, y: y + 22 + index * 13, size: 8.5, width: 66 });
    on.text(value, {
      x: x + 66,
      y: y + 22 + index * 13,
      size: 8.5,
      width: factsWidth - 122 - 66,
      align: 'right',
    });
  }
}

export function drawProofGrid(scene: PdfScene, page: ProofsPage): void {
  drawHead(scene, page);
  const { columns, width, height } = proofGrid(page.proofs.length);
  const place = { x: left, y: top + proofGridHead, width, height };
  drawRows(scene, page.proofs, { columns, place });
}

function drawProofs(scene: PdfScene, page: BrandPage): void {
  const { on } = scene;
  const indent = factsWidth + brandSize.gap;
  const area = { x: left + indent, width: inner - indent };

  if (page.note)
    on.block(page.note, {
      x: area.x,
      y: top + 52,
      size: 10.5,
      width: area.width,
      leading: 15,
      colour: ink.quiet,
    });

  const { columns, width, height } = proofRoom(page.proofs.length);
  const place = { x: area.x, y: top + brandSize.head, width, height };
  drawRows(scene, page.proofs, { columns, place });
}

/** Draws proof frames row by row. `place` is that of the first frame. */
function drawRows(
  scene: PdfScene,
  proofs: readonly Proof[],
  { columns, place }: { readonly columns: number; readonly place: Area },
): void {
  let { y } = place;
  for (let from = 0; from < proofs.length; from += columns) {
    const heights = proofs.slice(from, from + columns).map((proof, index) => {
      const x = place.x + index * (place.width + brandSize.between);
      return drawProof(scene, proof, { ...place, x, y });
    });
    y += Math.max(...heights) + brandSize.caption;
  }
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Draws a box around the logo that does not cover it and stays within the picture. */
function drawBox(on: PdfScene['on'], box: Proof['box'], area: Area): void {
  const within = (value: number, max: number) => Math.min(Math.max(value, 0.7), max - 0.7);
  const from = {
    x: within(box.x * area.width - boxPadding, area.width),
    y: within(box.y * area.height - boxPadding, area.height),
  };
  const to = {
    x: within((box.x + box.width) * area.width + boxPadding, area.width),
    y: within((box.y + box.height) * area.height + boxPadding, area.height),
  };
  const around = {
    x: area.x + from.x,
    y: area.y + from.y,
    width: to.x - from.x,
    height: to.y - from.y,
  };

  on.frame(around, '#ffffff', 2.6);
  on.frame(around, ink.box, 1.4);
}

function drawDetail(
  { on, frames }: Pick<PdfScene, 'on' | 'frames'>,
  { picture, onLeft, onTop }: Detail,
  area: Area,
): void {
  const detailPicture = frames.get(picture);
  if (!detailPicture) return;

  const width = area.width * detailShare;
  const height = area.height * detailShare;
  const x = onLeft ? area.x : area.x + area.width - width;
  const y = onTop ? area.y : area.y + area.height - height;
  on.picture(detailPicture.bytes, { x, y, width, height });
  on.frame({ x, y, width, height }, '#ffffff', 2.6);
  on.frame({ x, y, width, height }, ink.box, 1);
}

/** Draws a proof frame and returns the height of its picture. */
function drawProof({ on, frames }: PdfScene, proof: Proof, { x, y, width, height }: Area): number {
  const frame = frames.get(proof.frame);
  const size = frame ?? { width: 16, height: 9 };
  const scale = Math.min(width / size.width, height / size.height);
  const area = { x, y, width: size.width * scale, height: size.height * scale };

  if (frame) {
    on.picture(frame.bytes, area);
    drawBox(on, proof.box, area);
    if (proof.detail) drawDetail({ on, frames }, proof.detail, area);
  } else {
    on.rect(area, ink.ground);
    on.text(frameGone, {
      x,
      y: y + area.height / 2,
      size: 9,
      width: area.width,
      align: 'center',
      colour: ink.quiet,
    });
  }

  on.link(area, proof.href);
  on.text(proof.title, {
    x,
    y: y + area.height + 11,
    size: 8.5,
    width,
    weight: 700,
    href: proof.href,
  });
  on.text(proof.caption, { x, y: y + area.height + 22, size: 8, width, colour: ink.quiet });

  return area.height;
}
