/** Sizes and colours that are needed to draw on a canvas. */
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

/** Width of an element in pixels, updated when it changes; 0 before the element is drawn. */
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

/** Whether the theme is dark; updated when the theme switches. */
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
