/** Actions on the selected jobs. */
import type { JobRowView } from '@reelsight/contract';
import { useState } from 'react';
import { compareAddress } from '../../app/addresses.ts';
import { saveCsv } from '../../format/csv.ts';
import { counted } from '../../format/quantity.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import { ReportMaker } from '../reports/report-maker.tsx';
import { ExportMany } from './export-many.tsx';
import { jobCsv } from './job-csv.ts';
import {
  bulkJobsAtMost,
  isCancellable,
  isDeletable,
  jobName,
  type ManyAction,
  type ManyOutcome,
  useActOnMany,
} from './job-rows.ts';
import styles from './jobs.module.css';
import { Rerun } from './rerun.tsx';
import { TagMany } from './tag-many.tsx';

interface SelectionBarProps {
  readonly workspace: string;
  readonly rows: readonly JobRowView[];
  readonly onClear: () => void;
}

const maxJobs = 50;

type Asked = ManyAction | 'rerun' | 'report' | 'export' | 'tag';

export function SelectionBar({ workspace, rows, onClear }: SelectionBarProps) {
  const [openAction, ask] = useState<Asked>();
  const act = useActOnMany(workspace);
  const fit = { cancel: rows.filter(isCancellable), delete: rows.filter(isDeletable) };
  const completed = rows.filter(({ status }) => status === 'completed');
  const run = (action: ManyAction) => {
    const outcome = act.mutateAsync({ action, rows: fit[action] });
    void outcome.then(({ refused }) => {
      ask(undefined);
      if (refused.length === 0) onClear();
    });
  };

  return (
    <section aria-label="Selected videos" className={styles.bar}>
      <Row>
        <strong>{counted(rows.length, 'video')} selected</strong>
        {completed.length > 0 && completed.length <= maxJobs && (
          <ButtonLink small href={compareAddress(completed.map(({ job_id }) => job_id))}>
            Compare brands
          </ButtonLink>
        )}
        {completed.length > maxJobs && (
          <span className={styles.soft}>At most {maxJobs} videos are compared at once.</span>
        )}
        {completed.length > 0 && (
          <Button small onClick={() => ask('report')}>
            Report
          </Button>
        )}
        {completed.length > 0 && (
          <Button small onClick={() => ask('export')}>
            Export
          </Button>
        )}
        <Button small onClick={() => ask('tag')}>
          Add tags
        </Button>
        <Button small onClick={() => saveCsv('videos.csv', jobCsv(rows))}>
          Download CSV
        </Button>
        {fit.delete.length > 0 && fit.delete.length <= bulkJobsAtMost && (
          <Button small onClick={() => ask('rerun')}>
            Run again
          </Button>
        )}
        {fit.cancel.length > 0 && (
          <Button small weight="danger" onClick={() => ask('cancel')}>
            Cancel {counted(fit.cancel.length, 'video')}
          </Button>
        )}
        {fit.delete.length > 0 && (
          <Button small weight="danger" onClick={() => ask('delete')}>
            Delete {counted(fit.delete.length, 'video')}
          </Button>
        )}
        <Button small weight="quiet" onClick={onClear}>
          Clear selection
        </Button>
      </Row>
      {act.data && act.data.refused.length > 0 && <Refused outcome={act.data} />}
      {openAction === 'tag' && (
        <TagMany workspace={workspace} rows={rows} onClose={() => ask(undefined)} />
      )}
      <NewOfChosen
        workspace={workspace}
        asked={openAction}
        onClear={onClear}
        completed={completed}
        ended={fit.delete}
        onCancel={() => ask(undefined)}
      />
      {(openAction === 'cancel' || openAction === 'delete') && (
        <ConfirmName
          key={openAction}
          name={counted(fit[openAction].length, 'video')}
          action={openAction === 'cancel' ? 'Cancel these analyses' : 'Delete these videos'}
          busy={act.isPending}
          onConfirm={() => run(openAction)}
          onCancel={() => ask(undefined)}
        >
          {words[openAction]}
        </ConfirmName>
      )}
    </section>
  );
}

interface NewOfChosenProps {
  readonly workspace: string;
  readonly asked: Asked | undefined;
  readonly completed: readonly JobRowView[];
  readonly ended: readonly JobRowView[];
  readonly onClear: () => void;
  readonly onCancel: () => void;
}

/** The things that can be created from the selected jobs: a report, files, or new jobs. */
function NewOfChosen({
  workspace,
  asked: openAction,
  completed,
  ended: endedJobs,
  ...props
}: NewOfChosenProps) {
  const { onClear, onCancel } = props;

  if (openAction === 'report' && completed.length > 0) {
    const about = { job_ids: completed.map(({ job_id }) => job_id) };
    return <ReportMaker about={about} onClose={onCancel} />;
  }

  if (openAction === 'export' && completed.length > 0)
    return <ExportMany workspace={workspace} rows={completed} onClose={onCancel} />;
  if (openAction !== 'rerun') return null;

  const key = endedJobs.map(({ job_id }) => job_id).join();
  return (
    <Rerun key={key} workspace={workspace} rows={endedJobs} onDone={onClear} onCancel={onCancel} />
  );
}

const words: Readonly<Record<ManyAction, string>> = {
  cancel:
    'They stop at once and give no results. Work that was done until then is charged; what was reserved for the rest is free again.',
  delete:
    'Their videos, frames, transcripts and results are removed for good. The credits they cost are not refunded, and the ledger keeps their entries.',
};

function Refused({ outcome }: { readonly outcome: ManyOutcome }) {
  return (
    <Notice
      kind="warning"
      title={`${counted(outcome.refused.length, 'video')} stayed as they were.`}
    >
      <ul className={styles.refused}>
        {outcome.refused.map(({ row, message }) => (
          <li key={row.job_id}>
            {jobName(row)}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
