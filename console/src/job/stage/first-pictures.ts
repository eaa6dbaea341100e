/** The pictures that a reader sees first get the whole bandwidth: other downloads of the page have to wait. */
import { createContext, useEffect, useState } from 'react';

/** Whether the rest of the page may be loaded. */
export const RestContext = createContext(true);

/** Maximum time to wait for the pictures. */
const mostMs = 2000;

/** True once the pictures in the element with this id have loaded; `isDrawn` says that the element is on the page. */
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
