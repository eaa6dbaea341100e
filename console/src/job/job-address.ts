/**
 * The state of a job's page that is stored in its address: tab, second, chosen brand or object, filter, proof frame,
 * search, minimum confidence.
 */
import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'wouter';

export const params = {
  tab: 'tab',
  second: 't',
  thing: 'thing',
  only: 'only',
  frame: 'frame',
  search: 'q',
  least: 'least',
  /** `1` shows the results as found, without people's corrections. */
  found: 'found',
} as const;
type Name = keyof typeof params;

/** Changes some parameters and keeps the rest; null removes a parameter. All changes stay within one history entry. */
export type ChangeAddress = (changes: Partial<Record<Name, string | null>>) => void;

export function useJobAddress(): [(name: Name) => string | null, ChangeAddress] {
  const [path] = useLocation();
  const [search, setSearch] = useSearchParams();
  const change = useCallback<ChangeAddress>(
    (changes) => {
      // A page that is being left exists until the code of the next is loaded. Its address must not come back.
      if (location.pathname !== path) return;

      // Another part of the page may have changed the address since this one rendered, so that its copy is older.
      const updated = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) updated.set(params[name as Name], value);
        else updated.delete(params[name as Name]);
      }
      setSearch(updated, { replace: true });
    },
    [path, setSearch],
  );
  return [(name) => search.get(params[name]), change];
}
