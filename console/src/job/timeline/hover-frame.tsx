/** Shows the frame and the words at the second under the pointer. */
import { timeText } from '../../format/time.ts';
import { Frame } from '../stage/film.tsx';
import { tileAt } from '../stage/storyboard-tile.ts';
import { useBench } from '../workbench.ts';
import { type View, xOf } from './axis-view.ts';
import styles from './timeline.module.css';

const cardPx = 232;

interface HoverFrameProps {
  readonly view: View;
  readonly second: number;
  readonly widthPx: number;
}

export function HoverFrame({ view, second, widthPx }: HoverFrameProps) {
  const { results, tileSeconds, lanes } = useBench();
  const { storyboard } = results;
  const tile = storyboard && tileAt(storyboard, tileSeconds, second);
  const x = xOf(view, widthPx, second) - cardPx / 2;
  const left = Math.min(Math.max(x, 0), Math.max(0, widthPx - cardPx));
  const visibleLanes = lanes.filter(
    ({ kind, spans }) =>
      (kind === 'brand' || kind === 'object') &&
      spans.some(({ start, end }) => second >= start && second <= end),
  );

  return (
    <div
      className={styles.card}
      style={{ transform: `translateX(${left}px)`, width: cardPx }}
      aria-hidden
    >
      {tile && <Frame storyboard={storyboard} tile={tile} boxesOn />}
      <div className={styles.cardWords}>
        <strong>{timeText(second)}</strong> {visibleLanes.map(({ name }) => name).join(', ')}
      </div>
    </div>
  );
}
