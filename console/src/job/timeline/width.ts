/** Sizes and colours needed for drawing on a canvas. */
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

/** Width of an element in pixels, kept current; 0 before it is drawn. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);

  return width;
}

const dark = '(prefers-color-scheme: dark)';

/** Changes when the theme switches between light and dark. */
export function useIsDark(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(dark);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(dark).matches,
  );
}
