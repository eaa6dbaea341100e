/** The views of a job's video: every reading with its time, the next one, and why there is none. */
import type { JobViews } from '@reelsight/sdk';
import { useWorkspaceId } from '../api/session.ts';
import { number } from '../format/quantity.ts';
import { Moment } from '../ui/moment.tsx';
import { Failure, Skeleton } from '../ui/notice.tsx';
import styles from './exposure.module.css';
import { platformWord, useJobViews } from './media-prices.ts';

export function VideoViews({ job }: { readonly job: string }) {
  const workspace = useWorkspaceId();
  const { data, error, refetch } = useJobViews(workspace, job);
  if (error)
    return (
      <Failure what="The views could not be read." error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton lines={2} />;
  if (data.reading === 'no_link') return null;

  return (
    <section className={styles.views} aria-label="Views">
      <p>Views on {platformWord(data.platform)}</p>
      {data.views.length > 0 && <Readings views={data} />}
      {hasFallen(data) && (
        <p className={styles.soft}>
          The platform took views back, as platforms do with views that they hold to be false. The
          last number counts.
        </p>
      )}
      <p className={styles.soft}>
        {data.next_reading ? (
          <>
            Read again <Moment at={data.next_reading} />.
          </>
        ) : (
          stateWords[data.reading]
        )}
        {data.reason && ` ${data.reason}`}
      </p>
    </section>
  );
}

/** Whether a reading was below the one before it. */
const hasFallen = ({ views }: JobViews): boolean =>
  views.some((row, index) => index > 0 && row.views < (views[index - 1]?.views ?? 0));

const stateWords: Readonly<Record<JobViews['reading'], string>> = {
  scheduled: 'They are read soon.',
  finished: 'They are not read again: the video is older than the last reading.',
  not_given: 'They are not read.',
  vanished: 'The video is gone, so they are not read again.',
  failed: 'The last reading was given up.',
  off: 'They are not read.',
  no_link: '',
  not_completed: '',
};

function Readings({ views: { views } }: { readonly views: JobViews }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Read</th>
          <th scope="col">Views</th>
        </tr>
      </thead>
      <tbody>
        {views.map((row) => (
          <tr key={row.read_at}>
            <td>
              <Moment at={row.read_at} />
            </td>
            <td>{number(row.views)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
