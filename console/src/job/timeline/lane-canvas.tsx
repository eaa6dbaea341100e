/** Draws one lane as bars and marks. There is at most one bar per pixel, however long the video is. */
import { useEffect, useRef } from 'react';
import { barsOf, type View, xOf } from './axis-view.ts';
import type { Lane } from './lanes.ts';
import styles from './timeline.module.css';
import { useIsDark } from './width.ts';

const heightPx = 24;

interface LaneCanvasProps {
  readonly lane: Lane;
  readonly view: View;
  readonly widthPx: number;
}

export function LaneCanvas({ lane, view, widthPx }: LaneCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDark = useIsDark();
  // biome-ignore lint/correctness/useExhaustiveDependencies: switching to dark mode changes the colours that are read.
  useEffect(() => {
    if (canvas.current && widthPx > 0) draw(canvas.current, { lane, view, widthPx });
  }, [lane, view, widthPx, isDark]);

  return (
    <canvas ref={canvas} className={styles.canvas} style={{ color: lane.colour }} aria-hidden />
  );
}

function draw(canvas: HTMLCanvasElement, { lane, view, widthPx }: LaneCanvasProps) {
  const density = devicePixelRatio || 1;
  canvas.width = Math.round(widthPx * density);
  canvas.height = Math.round(heightPx * density);

  const context = canvas.getContext('2d');
  if (!context) return;

  context.scale(density, density);
  const style = getComputedStyle(canvas);
  const inPixels = (spans: Lane['spans']) => barsOf(spans, view, widthPx);

  context.fillStyle = hatch(context, style.getPropertyValue('--line-strong'), 8);
  for (const { x, width } of inPixels(lane.pending ?? [])) context.fillRect(x, 2, width, 20);
  // A canvas does not understand light-dark(), so the colour is set as the element's CSS colour, which the browser
  // resolves.
  context.fillStyle = style.color;

  if (lane.kind === 'shots') {
    drawCuts(context, lane, view, widthPx);
    return;
  }

  const [top, height] = lane.kind === 'speech' || lane.kind === 'chapters' ? [9, 6] : [6, 12];
  if (lane.kind === 'object') context.fillStyle = hatch(context, style.color, 4);

  for (const { x, width } of inPixels(lane.spans)) {
    // Leave a gap between neighbouring bars if there is room.
    const drawnWidth = width > 3 ? width - 1 : width;
    context.fillRect(x, top, drawnWidth, height);
    if (lane.kind === 'object') outline(context, style.color, [x, top, drawnWidth, height]);
  }

  for (const second of lane.marks) {
    const x = xOf(view, widthPx, second);
    if (x > -8 && x < widthPx + 8) drawMark(context, x);
  }
}

/** A pattern of slanted lines, `apartPx` pixels apart. */
function hatch(context: CanvasRenderingContext2D, colour: string, apartPx: number): CanvasPattern {
  const tile = document.createElement('canvas');
  const density = devicePixelRatio || 1;
  tile.width = Math.round(apartPx * density);
  tile.height = tile.width;

  const lines = tile.getContext('2d');
  if (lines) {
    lines.scale(density, density);
    lines.strokeStyle = colour;
    lines.lineWidth = 1.2;
    lines.beginPath();

    // The line is drawn in the corners too, so that neighbouring tiles of the pattern meet without a gap.
    for (const shift of [-apartPx, 0, apartPx]) {
      lines.moveTo(shift - 1, apartPx + 1);
      lines.lineTo(shift + apartPx + 1, -1);
    }

    lines.stroke();
  }

  const pattern = context.createPattern(tile, 'repeat') as CanvasPattern;
  pattern.setTransform(new DOMMatrix().scale(1 / density));

  return pattern;
}

function outline(
  context: CanvasRenderingContext2D,
  colour: string,
  [x, y, width, height]: readonly [number, number, number, number],
): void {
  if (width < 3) return;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
}

/** Draws a line at each cut. */
function drawCuts(
  context: CanvasRenderingContext2D,
  lane: Lane,
  view: View,
  widthPx: number,
): void {
  for (const { start } of lane.spans.slice(1))
    context.fillRect(Math.round(xOf(view, widthPx, start)), 6, 2, 12);
}

/** A diamond with an outline, so that it is visible on a bar too. */
function drawMark(context: CanvasRenderingContext2D, x: number): void {
  const middle = heightPx / 2;
  const half = 5;

  context.beginPath();
  context.moveTo(x, middle - half);
  context.lineTo(x + half, middle);
  context.lineTo(x, middle + half);
  context.lineTo(x - half, middle);
  context.closePath();
  context.fill();
  context.save();
  context.strokeStyle = getComputedStyle(context.canvas).getPropertyValue('--ground');
  context.lineWidth = 1.5;
  context.stroke();
  context.restore();
}
