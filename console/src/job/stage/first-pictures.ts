/** Gives the whole bandwidth to the pictures that a reader sees first: the page's other downloads wait for them. */
import { createContext, useEffect, useState } from 'react';

/** Whether the rest of the page may be loaded; false while the first pictures are loading. */
export const RestContext = createContext(true);

/** Maximum time to wait for the pictures. */
const mostMs = 2000;

/**
 * True once the pictures in the element with this id have loaded, or have taken too long. `isDrawn` says that the
 * element is on the page.
 */
export function useFirstPictures(id: string, isDrawn: boolean): boolean {
  const [isLoaded, setThere] = useState(false);
  useEffect(() => {
    if (!isDrawn) return;

    const finish = () => setThere(true);
    const timer = setTimeout(finish, mostMs);
    const pictures = document.getElementById(id)?.querySelectorAll('img:not([loading=lazy])') ?? [];
    void Promise.allSettled(
      [...pictures].map((picture) => (picture as HTMLImageElement).decode()),
    ).then(finish);

    return () => clearTimeout(timer);
  }, [id, isDrawn]);

  return isLoaded;
}
