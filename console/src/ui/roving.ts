/** Makes a whole list a single Tab stop: the up and down arrows move from row to row. */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

const reachable = 'button:not(:disabled), a[href], summary, input:not(:disabled)';

/**
 * `list` is the element whose children are the rows. Tab reaches the controls of only one row, whose position is
 * remembered. `go` scrolls to a row that is not rendered yet.
 */
export function useRoving(
  list: RefObject<HTMLElement | null>,
  count: number,
  go?: (index: number) => void,
) {
  const currentIndex = useRef(0);
  const focusTarget = useRef<Wanted>(undefined);
  // Runs after every render, because rows may have been added or removed.
  useEffect(() => {
    const rows = rowsOf(list.current);
    const chosen = rows.find(([index]) => index === currentIndex.current) ?? rows[0];
    for (const [index, row] of rows) {
      for (const control of row.querySelectorAll<HTMLElement>(reachable))
        control.tabIndex = index === chosen?.[0] ? 0 : -1;
      if (index === focusTarget.current?.row) focusOn(row, focusTarget);
    }
  });

  const move = (to: number, column: number) => {
    currentIndex.current = to;
    focusTarget.current = { row: to, column };
    go?.(to);

    const rows = rowsOf(list.current);
    for (const [index, row] of rows)
      for (const control of row.querySelectorAll<HTMLElement>(reachable))
        control.tabIndex = index === to ? 0 : -1;

    const row = rows.find(([index]) => index === to);
    if (row) focusOn(row[1], focusTarget);
  };

  return {
    onKeyDown(event: KeyboardEvent) {
      const step = steps[event.key];
      const row = rowAt(event.target, list.current);
      if (step === undefined || row === undefined) return;

      event.preventDefault();
      move(
        Math.min(count - 1, Math.max(0, step(row, count))),
        columnOf(event.target, list.current),
      );
    },
    onFocus(event: { readonly target: EventTarget }) {
      currentIndex.current = rowAt(event.target, list.current) ?? currentIndex.current;
    },
  };
}

const steps: Readonly<Record<string, (row: number, count: number) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * The control to focus once its row is rendered. Its position in the row is the same as that of the control focused
 * before.
 */
interface Wanted {
  readonly row: number;
  readonly column: number;
}

function focusOn(row: HTMLElement, focusTarget: RefObject<Wanted | undefined>): void {
  const controls = row.querySelectorAll<HTMLElement>(reachable);
  const control = controls[Math.min(focusTarget.current?.column ?? 0, controls.length - 1)];
  if (!control) return;
  focusTarget.current = undefined;
  control.focus();
}

function columnOf(target: EventTarget, list: HTMLElement | null): number {
  const row = rowsOf(list).find(
    ([, candidate]) => target instanceof Node && candidate.contains(target),
  )?.[1];
  const controls = [...(row?.querySelectorAll<HTMLElement>(reachable) ?? [])];
  return Math.max(0, controls.indexOf(target as HTMLElement));
}

/** The rendered rows, each with its index in the list. */
function rowsOf(list: HTMLElement | null): [number, HTMLElement][] {
  const rows = [...(list?.children ?? [])].filter((row) => row instanceof HTMLElement);
  return rows.map((row, index) => [Number(row.dataset.index ?? index), row]);
}

function rowAt(target: EventTarget, list: HTMLElement | null): number | undefined {
  return rowsOf(list).find(([, row]) => target instanceof Node && row.contains(target))?.[0];
}
