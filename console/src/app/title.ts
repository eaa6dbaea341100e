/** Sets the title of a page, which the tab and the history show. */
import { useEffect } from 'react';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Reelsight`;
  }, [title]);
}
