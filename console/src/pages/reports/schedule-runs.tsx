/** The runs of a schedule: their reports, what was sent, and what changed. */
import type { ReportSchedule, ScheduleRun } from '@reelsight/contract';
import { causeCounts } from '@reelsight/contract/cause-words';
import { percentText } from '@reelsight/contract/percent-text';
import { periodText } from '@reelsight/contract/period-text';
import { lengthText } from '@reelsight/contract/time-text';
import { useState } from 'react';
import { Link } from 'wouter';
import { jobAddress, reportAddress } from '../../app/addresses.ts';
import { counted, number } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import formStyles from '../../ui/form.module.css';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { useRunChanges, useRuns } from './schedule-calls.ts';
import { runText, sentText } from './schedule-words.ts';
import styles from './schedules.module.css';

interface RunsProps {
  readonly workspace: string;
  readonly schedule: ReportSchedule;
}

export function ScheduleRuns({ workspace, schedule }: RunsProps) {
  const { schedule_id: id, last_run: last } = schedule;
  const newest = last ? `${last.run_id} ${last.state} ${last.mails.length}` : '';
  const { data, error, refetch } = useRuns(workspace, id, newest);
  if (error)
    return (
      <Failure error={error} what="The runs could not be read." onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton lines={2} />;
  if (data.data.length === 0) return <p className={styles.soft}>None yet.</p>;

  return (
    <ul className={styles.runs} aria-label={`Runs of ${schedule.name}`}>
      {data.data.map((run) => (
        <li key={run.run_id}>
          <Run workspace={workspace} run={run} />
        </li>
      ))}
    </ul>
  );
}

interface RunProps {
  readonly workspace: string;
  readonly run: ScheduleRun;
}

function Run({ workspace, run }: RunProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { report_id: report, state, mails } = run;
  const period = periodText(run.period.start, run.period.end);
  const isCounted = state === 'ready' || state === 'empty';

  return (
    <div className={styles.words}>
      <div className={styles.head}>
        <span>
          {state === 'ready' && report ? (
            <Link href={reportAddress(report)}>{period}</Link>
          ) : (
            period
          )}{' '}
          <span className={styles.soft}>
            {runText(run)}
            {run.by_hand && ', by hand'}
          </span>
        </span>
        {isCounted && (
          <Button
            small
            weight="quiet"
            aria-expanded={isOpen}
            aria-label={`What changed, ${period}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            What changed
          </Button>
        )}
      </div>
      {mails.map((mail) => (
        <span key={mail.user_id} className={styles.soft}>
          {sentText(mail)}
        </span>
      ))}
      {isOpen && <Changes workspace={workspace} run={run} />}
    </div>
  );
}

type Changes = NonNullable<ReturnType<typeof useRunChanges>['data']>['changes'];
type Brand = NonNullable<Changes>['brands'][number];

function Changes({ workspace, run }: RunProps) {
  const { data, error } = useRunChanges(workspace, run.schedule_id, run.run_id);
  if (error) return <Failure error={error} what="What changed could not be read." />;
  if (!data) return <Skeleton lines={2} />;

  const { changes } = data;
  if (!changes) return <p className={styles.soft}>This is the first run.</p>;
  const { corrected, since, videos } = changes;
  const period = periodText(since.period.start, since.period.end);
  const counts = corrected && causeCounts(corrected);

  return (
    <div className={formStyles.wide}>
      <p>
        Compared with {period}: {counted(videos.now, 'video')}, before {videos.before}.
        {changes.choice_changed && ' The campaign, the brands or the time zone changed since.'}
      </p>
      {changes.brands.length > 0 && (
        <BrandTable name={`What changed since ${period}`} brands={changes.brands} />
      )}
      {corrected && (
        <>
          <p>
            Corrected since: the numbers of {period} are different now
            {counts && ` (${counts})`}.
          </p>
          <Causes corrected={corrected} period={period} />
          {corrected.brands.length > 0 && (
            <BrandTable name={`Corrected since: ${period}`} brands={corrected.brands} />
          )}
        </>
      )}
    </div>
  );
}

interface CausesProps {
  readonly corrected: NonNullable<NonNullable<Changes>['corrected']>;
  readonly period: string;
}

/** Each leads to the video in which the cause is; empty for runs of releases that named none. */
function Causes({ corrected, period }: CausesProps) {
  const { named_corrections: corrections = [], named_videos: videos = [] } = corrected;
  const causes = [
    ...corrections.map(({ text, ...video }) => ({ ...video, text: `${text} in ` })),
    ...videos.map((video) => ({ ...video, text: 'Analysed later: ' })),
  ];
  if (causes.length === 0) return null;

  return (
    <ul aria-label={`Causes: ${period}`}>
      {causes.map(({ text, title, job_id: id }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two causes may say the same.
        <li key={index}>
          <span dir="auto">{text}</span>
          <Link href={jobAddress(id)} dir="auto">
            {title ?? 'a video without a title'}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const brandColumns: Column<Brand>[] = [
  {
    id: 'brand',
    title: 'Brand',
    cell: ({ name, before, now }) => (
      <span dir="auto">
        {name}
        {before === null ? ' (new)' : now === null ? ' (gone)' : ''}
      </span>
    ),
  },
  column('seen', 'Seen', 'seen_seconds', lengthText),
  column('equivalent', 'Equivalent', 'equivalent_seconds', lengthText),
  column('share', 'Share of screen time', 'share_of_voice', percentText),
  column('said', 'Said', 'mentions', number),
];

function column(
  id: string,
  title: string,
  field: 'seen_seconds' | 'equivalent_seconds' | 'share_of_voice' | 'mentions',
  textOf: (value: number) => string,
): Column<Brand> {
  // Nothing of a kind is no number, also of a brand that is there: one that is only said has no seconds.
  const value = (numbers: Brand['now']): string | null =>
    numbers && numbers[field] > 0 ? textOf(numbers[field]) : null;
  return { id, title, numeric: true, cell: ({ before, now }) => pair(value(before), value(now)) };
}

/** `8.0 s, before 4.0 s`, `none, before 4.0 s` */
const pair = (was: string | null, is: string | null): string =>
  was === null || was === is ? (is ?? '–') : `${is ?? 'none'}, before ${was}`;

function BrandTable({
  name,
  brands,
}: {
  readonly name: string;
  readonly brands: readonly Brand[];
}) {
  return (
    <DataTable
      name={name}
      stacked
      columns={brandColumns}
      rows={brands}
      rowId={(brand) => brand.name}
    />
  );
}
