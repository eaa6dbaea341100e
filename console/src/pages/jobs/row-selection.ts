/** Selects rows of a table: by checkbox, as a range with Shift, or with the key x on the focused row. */
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly select: (selected: ReadonlySet<string>) => void;
}

interface Handlers {
  readonly onSelect: (next: ReadonlySet<string>) => void;
  readonly onClickCapture: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export function useRowSelection({ selected, select }: Selection): Handlers {
  const shift = useRef(false);
  const last = useRef<string>(undefined);
  const table = useRef<Element>(undefined);
  const toggle = (id: string, on: boolean, stretch: boolean) => {
    const visibleIds = idsIn(table.current);
    const ids = stretch && last.current ? between(visibleIds, last.current, id) : [id];
    const next = new Set(selected);

    for (const rowId of ids) {
      if (on) next.add(rowId);
      else next.delete(rowId);
    }

    last.current = id;
    select(next);
  };

  return {
    onSelect(next) {
      const addedIds = [...next].filter((id) => !selected.has(id));
      const removedIds = [...selected].filter((id) => !next.has(id));
      const [changedId, ...otherIds] = [...addedIds, ...removedIds];
      if (changedId === undefined || otherIds.length > 0) select(next);
      else toggle(changedId, addedIds.length > 0, shift.current);
    },
    onClickCapture(event) {
      shift.current = event.shiftKey;
      table.current = event.currentTarget;
    },
    onKeyDown(event) {
      if (event.key.toLowerCase() !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return;
      const id = (event.target as Element).closest('tr[data-row]')?.getAttribute('data-row');
      if (!id) return;
      event.preventDefault();
      table.current = event.currentTarget;
      toggle(id, !selected.has(id), event.shiftKey);
    },
  };
}

const idsIn = (table: Element | undefined): string[] =>
  [...(table?.querySelectorAll('tr[data-row]') ?? [])].map(
    (row) => row.getAttribute('data-row') ?? '',
  );

/** The ids from one row to another, including both; only `to` if the row `from` is no longer shown. */
export function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const a = ids.indexOf(from);
  const b = ids.indexOf(to);
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}
