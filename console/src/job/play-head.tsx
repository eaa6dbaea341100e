/** The line of the current second over all lanes, moved without rendering the page. */
import { useEffect, useRef } from 'react';
import { useClock } from './play-clock.ts';
import styles from './timeline.module.css';
import { useBench } from './workbench.ts';

interface PlayHeadProps {
  readonly widthPx: number;
  readonly hover: number | undefined;
}

export function PlayHead({ widthPx, hover }: PlayHeadProps) {
  const { durationSeconds } = useBench();
  const clock = useClock();
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = () => {
      if (line.current) line.current.style.left = at(clock.second, durationSeconds, widthPx);
    };
    place();
    return clock.subscribe(place);
  }, [clock, durationSeconds, widthPx]);
  return (
    <div className={styles.heads} aria-hidden>
      {hover !== undefined && (
        <div className={styles.hoverLine} style={{ left: at(hover, durationSeconds, widthPx) }} />
      )}
      <div ref={line} className={styles.head} />
    </div>
  );
}

const at = (second: number, durationSeconds: number, widthPx: number): string =>
  `${Math.min(1, second / durationSeconds) * widthPx}px`;
