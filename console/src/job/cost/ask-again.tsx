/** Analyses the same video again with other questions, reusing its media and transcript if they are still stored. */
import type { JobRowView } from '@reelsight/contract';
import { useState } from 'react';
import { useLimits } from '../../analyse/analyse-form.ts';
import { Cost, isPlaced, refusalAt, useEstimate } from '../../analyse/cost.tsx';
import { useSubmit } from '../../analyse/submission.ts';
import { gapOf, jobOf, type Wanted } from '../../analyse/wanted.ts';
import { type FieldErrors, WantedFields } from '../../analyse/wanted-fields.tsx';
import { useWorkspaceId } from '../../api/session.ts';
import { useDraft } from '../../format/remembered.ts';
import { Button } from '../../ui/button.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { Failure, Notice } from '../../ui/notice.tsx';
import styles from '../job-page.module.css';
import { sourceOf, wantedOf } from './asked-again.ts';

interface AskAgainProps {
  readonly row: JobRowView;
  readonly onClose: () => void;
}

export function AskAgain({ row, onClose }: AskAgainProps) {
  const form = useQuestion(row, onClose);
  const { errors, send } = form;
  const general = errors.form ?? errors.url;

  return (
    <form
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <h2>Ask again about this video</h2>
      <WantedFields
        wanted={form.wanted}
        onChange={form.change}
        errors={errors}
        limits={form.limits}
        earlierQueries={row.queries ?? []}
        body="job"
      />
      {general && <Notice kind="error">{general}</Notice>}
      {send.error && !isPlaced(send.error) && <Failure error={send.error} />}
      <Cost estimate={form.estimate} hint="The cost shows here before anything starts." />
      <div className={styles.actions}>
        <Button type="submit" weight="primary" busy={send.isPending && 'Starting …'}>
          Ask
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
      <ApiCall method="POST" path="/v1/jobs" body={form.body} />
    </form>
  );
}

function useQuestion(row: JobRowView, onClose: () => void) {
  const workspace = useWorkspaceId();
  const [start] = useState(() => startOf(row));
  const [request, setWanted, clear] = useDraft(`ask-again:${row.job_id}`, start);
  const [isAttempted, setTried] = useState(false);
  const limits = useLimits(workspace);
  const body = jobOf(request, sourceOf(row));
  const gap = gapOf(request);
  const estimate = useEstimate(gap ? null : { kind: 'job', body });
  const send = useSubmit(workspace, () => {
    clear();
    onClose();
  });
  const errors: FieldErrors = {
    ...refusalAt(estimate.error),
    ...refusalAt(send.error),
    ...(isAttempted && gap && { [gap.field]: gap.message }),
  };

  return {
    wanted: request,
    limits,
    body,
    errors,
    send,
    estimate: gap || estimate.error ? undefined : estimate.data,
    change(part: Partial<Wanted>) {
      send.reset();
      setWanted((previous) => ({ ...previous, ...part }));
    },
    submit() {
      setTried(true);
      if (!gap) send.mutate({ ask: { kind: 'job', body }, shown: estimate.data });
    },
  };
}

/**
 * Initial state of the form: the options of the previous job. If that job is completed, only the capability for
 * questions is chosen, because most people come back to ask another question.
 */
function startOf(row: JobRowView): Wanted {
  const previous = wantedOf(row);
  return row.status === 'completed'
    ? { ...previous, capabilities: ['custom_query'], queries: [], shaped_queries: [] }
    : previous;
}
