/** A part of a storyboard frame, for what has no proof frame. */
import type { BoundingBox, Storyboard } from '@reelsight/sdk';
import { framePath } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { tileAt } from '../stage/storyboard-tile.ts';
import { around } from '../things/logo-place.ts';
import { useBench } from '../workbench.ts';
import { cropStyle } from './crop-style.ts';
import styles from './review.module.css';
import type { Place } from './review-items.ts';

/** Smallest part of a frame, as a share of its width: what is smaller would only be enlarged pixels. */
const leastShare = 0.3;

interface TileCropProps {
  readonly name: string;
  readonly places: readonly Place[];
}

export function TileCrop({ name, places }: TileCropProps) {
  const workspace = useWorkspaceId();
  const { results, tileSeconds } = useBench();
  const { storyboard } = results;
  const picture = storyboard && best(places, storyboard, tileSeconds);
  if (!picture) return <span className={styles.noCrop} aria-hidden />;

  const { tile, box } = picture;
  const part = around(widened(box), storyboard.tile.w / storyboard.tile.h);
  return (
    <span
      className={styles.crop}
      role="img"
      aria-label={`Picture of “${name}”`}
      style={cropStyle(storyboard, tile, part, framePath(workspace, tile.sheet))}
    />
  );
}

/** The tile nearest to one of the moments, if it was taken while the thing is in view. */
function best(places: readonly Place[], storyboard: Storyboard, seconds: readonly number[]) {
  const tiles = places.flatMap(({ timestamp, start, end, box }) => {
    const tile = tileAt(storyboard, seconds, timestamp);
    if (!tile || tile.second < start || tile.second > end) return [];
    return [{ tile, box, distance: Math.abs(tile.second - timestamp) }];
  });
  return tiles.toSorted((a, b) => a.distance - b.distance)[0];
}

function widened({ x, y, width, height }: BoundingBox): BoundingBox {
  const wide = Math.max(width, leastShare);
  return { x: x + width / 2 - wide / 2, y, width: wide, height };
}
