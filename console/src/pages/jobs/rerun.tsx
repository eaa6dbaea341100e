/** Reruns the chosen jobs. The price is shown first; then one press starts them. */

import type { JobRowView } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { clientOf } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { useCountsCredits } from '../../api/session.ts';
import { counted, number } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { jobName } from './job-rows.ts';
import styles from './jobs.module.css';

interface RerunProps {
  readonly workspace: string;
  /** The jobs to rerun, at most 100. */
  readonly rows: readonly JobRowView[];
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Not `randomUUID`, which browsers offer only to pages loaded over https. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

export function Rerun({ workspace, rows, onDone, onCancel }: RerunProps) {
  const ids = rows.map(({ job_id }) => job_id);
  const countsCredits = useCountsCredits();
  const client = useQueryClient();
  const { jobs } = clientOf(workspace);
  // The key stays the same for every press, so that a second press after a lost answer creates no second job.
  const key = useRef(newKey());
  const price = useQuery({
    queryKey: ['rerun', workspace, ids],
    queryFn: ({ signal }) => jobs.rerun(ids, { dryRun: true, signal }),
    staleTime: 0,
  });

  const rerun = useMutation({
    mutationFn: async () => jobs.rerun(ids, { idempotencyKey: key.current }),
    async onSuccess(outcome) {
      await client.invalidateQueries({ queryKey: keys.jobRows(workspace) });
      if (outcome.refused === 0) onDone();
    },
  });
  const { data } = price;
  const answer = rerun.data ?? data;
  const refused = (answer?.jobs ?? []).filter(({ done: isDone }) => !isDone);
  const error = price.error ?? rerun.error;

  return (
    <div className={styles.rerun}>
      {error && <Notice kind="error" title={messageOf(error)} />}
      {data && !rerun.data && (
        <div aria-live="polite">
          {counted(data.done, 'new analysis', 'new analyses')} of the same{' '}
          {data.done === 1 ? 'video' : 'videos'}
          {countsCredits && (
            <>
              , about <strong>{counted(data.credits_estimated, 'credit')}</strong>; the balance is{' '}
              {number(data.balance)}
            </>
          )}
          .
        </div>
      )}
      {refused.length > 0 && (
        <Notice kind="warning" title={`${counted(refused.length, 'video')} cannot be run again.`}>
          <ul className={styles.refused}>
            {refused.map(({ job_id: id, error: refusal }) => (
              <li key={id}>
                {jobName(rows.find((row) => row.job_id === id) as JobRowView)}: {refusal?.message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Row>
        {!rerun.data && (
          <Button
            small
            weight="primary"
            disabled={!data || data.done === 0}
            busy={rerun.isPending && 'Starting …'}
            onClick={() => rerun.mutate()}
          >
            Run {counted(data?.done ?? rows.length, 'video')} again
          </Button>
        )}
        <Button small onClick={rerun.data ? onDone : onCancel}>
          {rerun.data ? 'Done' : 'Cancel'}
        </Button>
      </Row>
    </div>
  );
}
