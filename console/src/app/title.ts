/** The title of a page, in the tab and in the history. */
import { useEffect } from 'react';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Reelsight`;
  }, [title]);
}
