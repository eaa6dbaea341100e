/** Typed text survives a reload, an expired session and navigating away, within this tab. */
import { useCallback, useState } from 'react';

/** Like `useState`; `clear` forgets the draft and returns to `initial`. */
export function useDraft<Value>(
  key: string,
  initial: Value,
): [Value, (next: Value | ((previous: Value) => Value)) => void, () => void] {
  const place = `draft:${key}`;
  const [value, setValue] = useState<Value>(() =>
    withDefaults(stored<Value>(sessionStorage, place), initial),
  );
  const change = useCallback(
    (next: Value | ((previous: Value) => Value)) =>
      setValue((previous) => {
        const updated =
          typeof next === 'function' ? (next as (current: Value) => Value)(previous) : next;
        keep(sessionStorage, place, updated);
        return updated;
      }),
    [place],
  );

  const clear = useCallback(() => {
    sessionStorage.removeItem(place);
    setValue(initial);
  }, [place, initial]);

  return [value, change, clear];
}

/**
 * Adds missing fields to a draft, because a draft stored by an earlier version of the page lacks fields added since.
 */
export function withDefaults<Value>(draft: Value | undefined, initial: Value): Value {
  if (draft === undefined) return initial;
  if (!isRecord(draft) || !isRecord(initial)) return draft;

  const completed = Object.entries(draft).map(([name, value]) => [
    name,
    withDefaults(value, initial[name]),
  ]);
  return { ...initial, ...Object.fromEntries(completed) };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A choice that this browser remembers. */
export function useRemembered<Value>(key: string, initial: Value): [Value, (next: Value) => void] {
  const [value, setValue] = useState<Value>(() => stored<Value>(localStorage, key) ?? initial);
  const change = useCallback(
    (next: Value) => {
      keep(localStorage, key, next);
      setValue(next);
    },
    [key],
  );
  return [value, change];
}

/** Reads the JSON stored under a key; undefined if there is none, or if it cannot be read. */
export function stored<Value>(storage: Storage, key: string): Value | undefined {
  try {
    const text = storage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}

/** If the store is full or forbidden, only the choice is lost; the page still works. */
export function keep(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing to do: the page keeps the value it has.
  }
}
