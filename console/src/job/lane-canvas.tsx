/** One lane as bars and marks; at most as many as there are pixels, however long the video. */
import { useEffect, useRef } from 'react';
import { barsOf, type Lane } from './lanes.ts';
import styles from './timeline.module.css';
import { useIsDark } from './width.ts';

const heightPx = 24;

interface LaneCanvasProps {
  readonly lane: Lane;
  readonly durationSeconds: number;
  readonly widthPx: number;
}

export function LaneCanvas({ lane, durationSeconds, widthPx }: LaneCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDark = useIsDark();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read anew in the dark.
  useEffect(() => {
    if (canvas.current && widthPx > 0) draw(canvas.current, { lane, durationSeconds, widthPx });
  }, [lane, durationSeconds, widthPx, isDark]);
  return <canvas ref={canvas} className={styles.canvas} aria-hidden />;
}

function draw(canvas: HTMLCanvasElement, { lane, durationSeconds, widthPx }: LaneCanvasProps) {
  const density = devicePixelRatio || 1;
  canvas.width = Math.round(widthPx * density);
  canvas.height = Math.round(heightPx * density);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(density, density);
  context.fillStyle = getComputedStyle(canvas).getPropertyValue(`--lane-${lane.colour}`);
  if (lane.kind === 'shots') {
    drawCuts(context, lane, durationSeconds, widthPx);
    return;
  }
  const [top, height] = lane.kind === 'speech' || lane.kind === 'chapters' ? [9, 6] : [6, 12];
  for (const { x, width } of barsOf(lane.spans, durationSeconds, widthPx)) {
    // Neighbours stay apart to the eye where there is room.
    context.fillRect(x, top, width > 3 ? width - 1 : width, height);
  }
  for (const second of lane.marks) {
    drawMark(context, (second / durationSeconds) * widthPx);
  }
}

/** A line at each cut. */
function drawCuts(
  context: CanvasRenderingContext2D,
  lane: Lane,
  durationSeconds: number,
  widthPx: number,
): void {
  for (const { start } of lane.spans.slice(1))
    context.fillRect(Math.round((start / durationSeconds) * widthPx), 6, 2, 12);
}

/** A diamond with a rim, so that it shows on a bar too. */
function drawMark(context: CanvasRenderingContext2D, x: number): void {
  const [middle, half] = [heightPx / 2, 5];
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
