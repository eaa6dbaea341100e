/** `/reports/scheduled`: reports of each week or month, and their runs. */
import type { ReportSchedule } from '@reelsight/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { useWorkspaceId } from '../../api/session.ts';
import { reportAddress } from '../../app/addresses.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Row, Stack } from '../../ui/page.tsx';
import { useCampaigns } from '../campaigns/campaign-calls.ts';
import {
  useDeleteSchedule,
  useRunSchedule,
  useSaveSchedule,
  useSchedules,
} from './schedule-calls.ts';
import { draftOf, entryOf } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleRuns } from './schedule-runs.tsx';
import { everyText, mailText, runText, unsubscribedText, videosText } from './schedule-words.ts';
import styles from './schedules.module.css';

export function ScheduledPage() {
  const workspace = useWorkspaceId();
  const { data: schedules, error, refetch } = useSchedules(workspace);
  /** Id of the schedule in the form, or `new`; null if there is no form. */
  const [edited, setEdited] = useState<string | null>(null);
  const close = () => setEdited(null);

  return (
    <Stack>
      <PageHead
        title="Scheduled reports"
        lead="A report of each week or month of a campaign, with what changed since the last one, sent to members by mail."
        back={{ href: '/reports', label: 'All reports' }}
        actions={<Button onClick={() => setEdited('new')}>New schedule</Button>}
      />
      {edited === 'new' && <ScheduleForm workspace={workspace} schedule={null} onDone={close} />}
      {error && (
        <Failure
          error={error}
          what="The schedules could not be read."
          onRetry={() => void refetch()}
        />
      )}
      {!schedules && !error && <Skeleton lines={4} />}
      {schedules?.length === 0 && edited === null && (
        <EmptyState title="No schedules yet">
          <p>Choose a campaign, a day and who gets mail. A run can be started at any time.</p>
        </EmptyState>
      )}
      <ul className={styles.list}>
        {schedules?.map((schedule) => (
          <li key={schedule.schedule_id}>
            {edited === schedule.schedule_id ? (
              <ScheduleForm workspace={workspace} schedule={schedule} onDone={close} />
            ) : (
              <Entry
                workspace={workspace}
                schedule={schedule}
                onChange={() => setEdited(schedule.schedule_id)}
              />
            )}
          </li>
        ))}
      </ul>
      <ApiCall method="GET" path="/v1/report-schedules" />
    </Stack>
  );
}

interface EntryProps {
  readonly workspace: string;
  readonly schedule: ReportSchedule;
  readonly onChange: () => void;
}

function Entry({ workspace, schedule, onChange }: EntryProps) {
  const { schedule_id: id, name, last_run: last, off_reason: offReason } = schedule;
  const [isOpen, setIsOpen] = useState(false);
  const { data: campaigns } = useCampaigns(workspace);
  const run = useRunSchedule(workspace);
  const remove = useDeleteSchedule(workspace);
  const save = useSaveSchedule(workspace, id);

  return (
    <article className={styles.entry} aria-label={name}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 dir="auto">{name}</h2>
          <span>
            {everyText(schedule)}; {videosText(schedule, campaigns)}; {mailText(schedule)}
          </span>
          <span className={styles.soft}>
            {schedule.next_run_at ? (
              <>
                Next <Moment at={schedule.next_run_at} />
              </>
            ) : (
              'Off'
            )}
            {last && `; last run: ${runText(last)}`}
            {last?.report_id && (
              <>
                {' '}
                · <Link href={reportAddress(last.report_id)}>Open the report</Link>
              </>
            )}
          </span>
        </div>
        <Row>
          <Button
            small
            aria-label={`Run now: ${name}`}
            busy={run.isPending && 'Starting …'}
            onClick={() => run.mutate(id)}
          >
            Run now
          </Button>
          <Button
            small
            aria-expanded={isOpen}
            aria-label={`Runs of ${name}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            Runs
          </Button>
          <Button small aria-label={`Change ${name}`} onClick={onChange}>
            Change
          </Button>
          <DeleteButton
            name={name}
            loss="Delete with its runs"
            isDeleting={remove.isPending}
            onDelete={() => remove.mutate(id)}
          />
        </Row>
      </div>
      {offReason && (
        <Notice kind="warning" title="The service turned it off.">
          {offReason}
          <Row>
            <Button
              small
              aria-label={`Turn it on again: ${name}`}
              busy={save.isPending && 'Turning on …'}
              onClick={() => save.mutate(entryOf(draftOf(schedule), undefined))}
            >
              Turn it on again
            </Button>
          </Row>
        </Notice>
      )}
      {schedule.unsubscribed && (
        <p className={styles.soft}>{unsubscribedText(schedule.unsubscribed)}</p>
      )}
      {save.error && <Failure error={save.error} what="The schedule is still off." />}
      {run.error && <Failure error={run.error} what="The run is not started." />}
      {remove.error && <Failure error={remove.error} what="The schedule is not deleted." />}
      {isOpen && <ScheduleRuns workspace={workspace} schedule={schedule} />}
    </article>
  );
}
