/**
 * State that the browser keeps. Drafts of typed text survive a reload, an expired session and a visit to another page,
 * but only in the same tab.
 */
import { useCallback, useState } from 'react';

/** Like `useState`, but keeps the value as a draft; `clear` deletes the draft and returns to `initial`. */
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
 * Fills in the missing fields of a draft: a draft stored by an earlier version of the page lacks fields that were added
 * later.
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

/** Like `useState`, but this browser remembers the value. */
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

/** If storage is full or forbidden, the value is not stored, but the page still works. */
export function keep(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing to do: the value is still in the page's own state.
  }
}
