/**
 * Keeps the keyboard focus on the page: if the focused element is removed (such as a submitted form), its container
 * gets the focus.
 */
import { useEffect } from 'react';

const places = 'section, article, form, li, [role=tabpanel], main';

export function useKeptFocus(): void {
  useEffect(() => {
    /** The element that last had the focus and its ancestors, innermost first. */
    let path: readonly Element[] = [];
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) path = ancestorsOf(target);
    };
    const mend = () => {
      if (document.activeElement !== document.body || path[0]?.isConnected !== false) return;
      const place = path.find((candidate) => candidate.isConnected && candidate.matches(places));
      path = [];
      if (!(place instanceof HTMLElement)) return;
      if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
      place.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(mend);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);

    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, []);
}

function ancestorsOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
    path.push(ancestor);
  return path;
}
