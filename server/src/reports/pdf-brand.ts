/** Draws the page of a brand. */
import { ink } from './ink.ts';
import { type BrandPage, inner, type Proof, sheet } from './page.ts';
import { left, type PdfScene, top } from './pdf-pages.ts';

const factsWidth = 232;

export function drawBrand(scene: PdfScene, page: BrandPage): void {
  const { on, colours } = scene;
  on.rect({ x: left, y: top + 3, width: 16, height: 16 }, colours(page.name), 3);
  on.text(page.title, { x: left + 24, y: top + 18, size: 20, weight: 700, width: inner - 24 });
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
      ...{ x: left + 72, y, size: 9.5, weight: 700, width: factsWidth - 72, align: 'right' },
      ...{ colour: ink.accent, href: page.best.href },
    });
    on.rule(left, y + 5, factsWidth);
    y += 17;
  }
  drawFields(scene, page, y + 8);
  drawSurfaces(scene, page, y + 8);
  drawProofs(scene, page);
}

function drawFields({ on, colours }: PdfScene, { fields, name }: BrandPage, y: number): void {
  if (!fields) return;
  on.text('Place in the picture', { x: left, y: y + 8, size: 9, weight: 700 });
  const [width, height] = [37, 24];
  for (const [at, share] of fields.entries()) {
    const area = {
      x: left + (at % 3) * width,
      y: y + 15 + Math.floor(at / 3) * height,
      width,
      height,
    };
    on.rect(area, '#ffffff');
    on.doc.fillOpacity(0.08 + 0.72 * share);
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
      });
  }
}

function drawSurfaces({ on }: PdfScene, { surfaces }: BrandPage, y: number): void {
  if (surfaces.length === 0) return;
  const x = left + 122;
  on.text('On', { x, y: y + 8, size: 9, weight: 700 });
  for (const [at, [surface, value]] of surfaces.entries()) {
    on.text(surface, { x, y: y + 22 + at * 13, size: 8.5, width: 66 });
    on.text(value, {
      x: x + 66,
      y: y + 22 + at * 13,
      size: 8.5,
      width: factsWidth - 122 - 66,
      align: 'right',
    });
  }
}

function drawProofs(scene: PdfScene, page: BrandPage): void {
  const { on } = scene;
  const area = { x: left + factsWidth + 26, width: inner - factsWidth - 26 };
  if (page.note)
    on.block(page.note, {
      x: area.x,
      y: top + 52,
      size: 10.5,
      width: area.width,
      leading: 15,
      colour: ink.quiet,
    });
  const columns = page.proofs.length <= 1 ? 1 : 2;
  const gap = 14;
  const width = (area.width - gap * (columns - 1)) / columns;
  const rows = Math.ceil(page.proofs.length / columns);
  const room = (sheet.height - sheet.margin - sheet.foot - top - 36) / Math.max(rows, 1);
  let y = top + 36;
  for (let row = 0; row < rows; row += 1) {
    const own = page.proofs.slice(row * columns, (row + 1) * columns);
    const heights = own.map((proof, at) =>
      drawProof(scene, proof, { x: area.x + at * (width + gap), y, width, height: room - 34 }),
    );
    y += Math.max(...heights) + 34;
  }
}

/** How high the picture is. */
function drawProof(
  { on, frames }: PdfScene,
  proof: Proof,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): number {
  const frame = frames.get(proof.frame);
  const size = frame ?? { width: 16, height: 9 };
  const scale = Math.min(width / size.width, height / size.height);
  const area = { x, y, width: size.width * scale, height: size.height * scale };
  if (frame) {
    on.picture(frame.bytes, area);
    const box = proof.box;
    const around = {
      ...{ x: x + box.x * area.width, y: y + box.y * area.height },
      ...{ width: box.width * area.width, height: box.height * area.height },
    };
    on.frame(around, '#ffffff', 2.6);
    on.frame(around, ink.box, 1.4);
  } else {
    on.rect(area, ink.ground);
    on.text('The frame is no longer stored.', {
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
