/** Shows the moments behind a number of the comparison, video by video. */
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { jobAddress } from '../../app/addresses.ts';
import { counted } from '../../format/quantity.ts';
import { lengthText, timeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/page.tsx';
import type { BrandShare, JobBrand } from './brand-share.ts';
import styles from './compare.module.css';

export const measures = ['videos', 'appearances', 'seconds', 'mentions'] as const;
export type Measure = (typeof measures)[number];

const titles: Readonly<Record<Measure, string>> = {
  videos: 'Videos with it',
  appearances: 'Where it is on screen',
  seconds: 'Where it is on screen, and for how long',
  mentions: 'Where it is said',
};

interface BehindNumberProps {
  readonly brand: BrandShare;
  readonly measure: Measure;
  readonly onClose: () => void;
}

export function BehindNumber({ brand, measure, onClose }: BehindNumberProps) {
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each number that is opened brings the panel into view.
  useEffect(() => {
    const { activeElement } = document;
    if (!panel.current?.contains(activeElement)) opener.current = activeElement;
    panel.current?.scrollIntoView({ block: 'nearest' });
    panel.current?.focus({ preventScroll: true });
  }, [brand.name, measure]);

  const close = () => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const jobs = brand.jobs.filter((job) => measure === 'videos' || momentsOf(job, measure).length);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.behind}
      aria-label={`${brand.name}: ${titles[measure]}`}
    >
      <Row>
        <h3 dir="auto">
          {brand.name}: {titles[measure].toLowerCase()}
        </h3>
        <Button small weight="quiet" onClick={close}>
          Close
        </Button>
      </Row>
      {jobs.length === 0 && <p>Nowhere in these videos.</p>}
      {jobs.map((job) => (
        <Video key={job.job_id} job={job} measure={measure} />
      ))}
    </section>
  );
}

/**
 * Maximum number of moments shown. A long video may have thousands; the job's own page shows them all on its time axis.
 */
const shownMoments = 60;

function Video({ job, measure }: { readonly job: JobBrand; readonly measure: Measure }) {
  const moments = momentsOf(job, measure);
  return (
    <div className={styles.video}>
      <div>
        <Link href={jobAddress(job.job_id)} dir="auto">
          {job.name}
        </Link>{' '}
        <span className={styles.soft}>
          {lengthText(job.visibleSeconds)} seen, {counted(job.seen.length, 'appearance')}, said{' '}
          {counted(job.said.length, 'time')}
        </span>
      </div>
      <div className={styles.moments}>
        {moments.slice(0, shownMoments).map((moment, index) => (
          <Link
            // biome-ignore lint/suspicious/noArrayIndexKey: two appearances may start at the same second.
            key={index}
            href={jobAddress(job.job_id, moment.timestamp_start ?? moment.timestamp)}
          >
            {timeText(moment.timestamp_start ?? moment.timestamp)}
            {moment.visible_duration !== undefined && ` for ${lengthText(moment.visible_duration)}`}
            {moment.source === 'audio' &&
              (moment.speech_context ? ` “${moment.speech_context}”` : ' said')}
          </Link>
        ))}
        {moments.length > shownMoments && (
          <Link href={jobAddress(job.job_id)}>
            and {counted(moments.length - shownMoments, 'other')}
          </Link>
        )}
      </div>
    </div>
  );
}

function momentsOf(job: JobBrand, measure: Measure): JobBrand['seen'] {
  if (measure === 'mentions') return job.said;
  return measure === 'videos' ? [...job.seen, ...job.said] : job.seen;
}
