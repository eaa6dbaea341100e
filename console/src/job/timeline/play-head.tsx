/** The line that marks the current second across all lanes; it moves without rendering the page again. */
import { useEffect, useRef } from 'react';
import { useClock } from '../stage/play-clock.ts';
import { type View, xOf } from './axis-view.ts';
import styles from './timeline.module.css';

interface PlayHeadProps {
  readonly view: View;
  readonly widthPx: number;
  readonly hover: number | undefined;
}

export function PlayHead({ view, widthPx, hover }: PlayHeadProps) {
  const clock = useClock();
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = () => {
      if (!line.current) return;
      const x = xOf(view, widthPx, clock.second);
      line.current.style.left = `${Math.min(widthPx, x)}px`;
      line.current.hidden = x < -0.5 || x > widthPx + 0.5;
    };
    place();

    return clock.subscribe(place);
  }, [clock, view, widthPx]);

  return (
    <div className={styles.heads} aria-hidden>
      {hover !== undefined && (
        <div className={styles.hoverLine} style={{ left: xOf(view, widthPx, hover) }} />
      )}
      <div ref={line} className={styles.head} />
    </div>
  );
}
