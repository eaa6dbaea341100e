/** The view of the time axis. Buttons, keys and the wheel zoom it, and it follows the video while the video plays. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClock } from '../stage/play-clock.ts';
import { useBench } from '../workbench.ts';
import { following, moved, type View, wholeView, zoomed } from './axis-view.ts';

export interface Axis {
  readonly view: View;
  readonly setView: (view: View) => void;
  /** A `factor` below 1 zooms in. The view zooms around the given second, or around the current one. */
  readonly zoom: (factor: number, around?: number) => void;
  readonly reset: () => void;
}

export const zoomStep = 0.5;

export function useAxis(): Axis {
  const { durationSeconds } = useBench();
  const clock = useClock();
  const [chosen, setChosen] = useState<View>();
  // If the view ends beyond the video, the whole video is shown: the known length may still change while the job runs.
  const view = useMemo(
    () => (chosen && chosen.to <= durationSeconds ? chosen : wholeView(durationSeconds)),
    [chosen, durationSeconds],
  );
  const last = useRef(view);
  last.current = view;

  const zoom = useCallback(
    (factor: number, around?: number) => {
      const { from, to } = last.current;
      const inSight = clock.second >= from && clock.second <= to;
      const centre = around ?? (inSight ? clock.second : (from + to) / 2);
      setChosen(zoomed(last.current, factor, centre, durationSeconds));
    },
    [clock, durationSeconds],
  );
  const reset = useCallback(() => setChosen(undefined), []);

  useEffect(
    () =>
      clock.subscribe(() => {
        const next = following(last.current, clock.second, durationSeconds);
        if (next !== last.current) setChosen(next);
      }),
    [clock, durationSeconds],
  );
  useZoomKeys(zoom, reset);

  return useMemo(() => ({ view, setView: setChosen, zoom, reset }), [view, zoom, reset]);
}

/** `+`, `-` and `0` zoom anywhere on the page except in a field. */
function useZoomKeys(zoom: Axis['zoom'], reset: Axis['reset']): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;

      const { target } = event;
      if (
        target instanceof Element &&
        target.closest('input:not([type=checkbox]), textarea, select')
      )
        return;

      if (event.key === '+') zoom(zoomStep);
      else if (event.key === '-') zoom(1 / zoomStep);
      else if (event.key === '0') reset();
    };
    document.addEventListener('keydown', onKey);

    return () => document.removeEventListener('keydown', onKey);
  }, [zoom, reset]);
}

/**
 * With Ctrl (or a pinch) the wheel zooms around the pointer; sideways scrolling, or the wheel with Shift, moves the
 * view.
 */
export function useWheel(
  { view, setView, zoom }: Axis,
  pointed: (clientX: number) => number | undefined,
) {
  const area = useRef<HTMLDivElement>(null);
  const { durationSeconds } = useBench();
  useEffect(() => {
    const element = area.current;
    const onWheel = (event: WheelEvent) => {
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 200))), pointed(event.clientX));
      } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        event.preventDefault();
        const secondsPerPixel = (view.to - view.from) / Math.max(1, element?.clientWidth ?? 1);
        setView(moved(view, sideways * secondsPerPixel, durationSeconds));
      }
    };
    // Added directly, because React's listeners are passive and could not stop the page from zooming or going back.
    element?.addEventListener('wheel', onWheel, { passive: false });

    return () => element?.removeEventListener('wheel', onWheel);
  }, [view, setView, zoom, pointed, durationSeconds]);

  return area;
}
