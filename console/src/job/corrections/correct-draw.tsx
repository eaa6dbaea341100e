/** The box that a user draws over the picture, by pointer or by keyboard. */
import type { BoundingBox } from '@reelsight/sdk';
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import styles from './correct.module.css';

interface Drawing {
  /** Whether the user can draw now. */
  readonly on: boolean;
  readonly box: BoundingBox | undefined;
  readonly draw: (box: BoundingBox | undefined) => void;
  readonly turn: (on: boolean) => void;
}

const DrawingContext = createContext<Drawing>({
  on: false,
  box: undefined,
  draw: () => undefined,
  turn: () => undefined,
});
export const useDrawing = (): Drawing => useContext(DrawingContext);

export function WithDrawing({ children }: { readonly children: ReactNode }) {
  const [on, turn] = useState(false);
  const [box, draw] = useState<BoundingBox>();
  const drawing = useMemo(() => ({ on, box, draw, turn }), [on, box]);
  return <DrawingContext value={drawing}>{children}</DrawingContext>;
}

const firstBox: BoundingBox = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
const step = 0.01;
const leastSide = 0.005;

/** Covers the picture while the user draws a box. */
export function DrawBox() {
  const { on, box, draw } = useDrawing();
  const from = useRef<{ x: number; y: number }>(undefined);
  if (!on) return null;

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = placeOf(event);
  };
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (from.current) draw(between(from.current, placeOf(event)));
  };
  const onPointerUp = () => {
    from.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(box ?? firstBox, event.key, event.shiftKey);
    if (!next) return;
    // Otherwise the key press would also seek in the video.
    event.preventDefault();
    event.stopPropagation();
    draw(box ? next : firstBox);
  };

  return (
    <button
      type="button"
      className={styles.canvas}
      aria-label="Box on the picture: arrow keys move it, with Shift they change its size"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onKeyDown={onKeyDown}
    >
      {box && (
        <span
          className={styles.drawn}
          style={{
            left: `${box.x * 100}%`,
            top: `${box.y * 100}%`,
            width: `${box.width * 100}%`,
            height: `${box.height * 100}%`,
          }}
        />
      )}
    </button>
  );
}

const within = (value: number): number => Math.min(1, Math.max(0, value));
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

function placeOf({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: within((clientX - left) / width), y: within((clientY - top) / height) };
}

/** The box between two points; undefined for a press without a drag. */
function between(
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): BoundingBox | undefined {
  const width = Math.abs(a.x - b.x);
  const height = Math.abs(a.y - b.y);
  if (width < leastSide || height < leastSide) return undefined;
  const x = rounded(Math.min(a.x, b.x));
  const y = rounded(Math.min(a.y, b.y));
  return { x, y, width: rounded(width), height: rounded(height) };
}

function moved(box: BoundingBox, key: string, sized: boolean): BoundingBox | undefined {
  const [dx, dy] =
    {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    }[key] ?? [];
  if (dx === undefined || dy === undefined) return undefined;

  const { x, y, width, height } = box;
  const fit = (value: number, minimum: number, maximum: number) =>
    rounded(Math.min(maximum, Math.max(minimum, value)));

  return sized
    ? { x, y, width: fit(width + dx, step, 1 - x), height: fit(height + dy, step, 1 - y) }
    : { x: fit(x + dx, 0, 1 - width), y: fit(y + dy, 0, 1 - height), width, height };
}
