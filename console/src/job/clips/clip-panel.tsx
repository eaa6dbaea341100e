/**
 * Makes a clip of a range (opened from the head of the page), or of a brand, an object or one appearance (opened from
 * its menu).
 */

import { aroundSaid } from '@reelsight/contract/clip-terms';
import { timeText } from '../../format/time.ts';
import type { JobActionProps } from '../job-action.ts';
import { useJobAddress } from '../job-address.ts';
import type { BrandActionProps } from '../things/brand-action.ts';
import type { Appearance, Thing } from '../things/things.ts';
import { useBench } from '../workbench.ts';
import { ClipForm, type Moments } from './clip-form.tsx';
import { ClipList } from './clip-list.tsx';
import styles from './clip-panel.module.css';

export function ClipPanel({ row, onClose }: JobActionProps) {
  const [getParam] = useJobAddress();
  const second = Number(getParam('second') ?? 0) || 0;
  return (
    <section className={styles.panel} aria-label="Clips">
      <h2>Make a clip</h2>
      {row.media_available && !row.test ? (
        <ClipForm jobId={row.job_id} moments={null} second={second} onClose={onClose} />
      ) : (
        <p>{row.test ? testText : goneText(row.url !== null)}</p>
      )}
      <ClipList jobId={row.job_id} />
    </section>
  );
}

const testText = 'No clips are made of test videos: their results are of no video.';

const goneText = (isLink: boolean): string =>
  isLink
    ? 'No clips can be made: the video of this link is not held any more. To make some, upload the file and analyse the upload.'
    : 'No more clips can be made: the video is no longer held. To make some, upload the file and analyse it again.';

export function BrandClipPanel({ things, appearance, onClose }: BrandActionProps) {
  const { row } = useBench();
  const names = things.map(({ name }) => name).join(', ');
  return (
    <section className={styles.panel} aria-label={`Clip of ${names}`}>
      <h2 dir="auto">{titleOf(names, appearance)}</h2>
      {row.media_available && !row.test ? (
        <ClipForm jobId={row.job_id} moments={momentsOf(things, appearance)} onClose={onClose} />
      ) : (
        <p>{row.test ? testText : goneText(row.url !== null)}</p>
      )}
      <ClipList jobId={row.job_id} />
    </section>
  );
}

const titleOf = (names: string, appearance: Appearance | undefined): string =>
  appearance
    ? `Clip of ${names}, ${timeText(appearance.start)} – ${timeText(appearance.end)}`
    : `Clip of all moments of ${names}`;

/**
 * A clip of one brand or object is requested by name, so that corrections apply to it; a clip of several is requested
 * by the time ranges of their appearances.
 */
export function momentsOf(things: readonly Thing[], appearance?: Appearance): Moments {
  if (appearance) return { ranges: [rangeOf(appearance)] };
  const [thing] = things;
  if (thing && things.length === 1)
    return thing.kind === 'brand' ? { brand: thing.name } : { object: thing.name };
  return { ranges: things.flatMap(({ appearances }) => appearances.map(rangeOf)) };
}

function rangeOf({ source, start, end, second }: Appearance) {
  if (source === 'visual' && end > start) return { start, end };
  return { start: Math.max(0, second - aroundSaid.before), end: second + aroundSaid.after };
}
