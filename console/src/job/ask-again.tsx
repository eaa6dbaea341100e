/** The same video once more with other questions: media and transcript are reused while they are held. */
import type { JobRowView } from '@reelsight/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useLimits } from '../analyse/analyse-form.ts';
import { Cost, isPlaced, refusalAt, useEstimate } from '../analyse/cost.tsx';
import { newKey } from '../analyse/submission.ts';
import { gapOf, jobOf, nothingWanted, type Wanted } from '../analyse/wanted.ts';
import { WantedFields } from '../analyse/wanted-fields.tsx';
import { clientOf } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';
import { useDraft } from '../format/remembered.ts';
import { Button } from '../ui/button.tsx';
import { ApiCall } from '../ui/disclosure.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
import styles from './job-page.module.css';

interface AskAgainProps {
  readonly row: JobRowView;
  readonly onClose: () => void;
}

export function AskAgain({ row, onClose }: AskAgainProps) {
  const workspace = useWorkspaceId();
  const [, go] = useLocation();
  const [start] = useState(() => startOf(row));
  const [wanted, setWanted, clear] = useDraft(`ask-again:${row.job_id}`, start);
  const [tried, setTried] = useState(false);
  const limits = useLimits(workspace);
  const body = jobOf(wanted, {
    ...(row.url !== null
      ? { url: row.url }
      : { upload_key: row.upload_key, upload_filename: row.filename ?? row.video_title }),
    from_job: row.job_id,
  });
  const gap = gapOf(wanted);
  const estimate = useEstimate(gap ? null : { kind: 'job', body });
  const send = useMutation({
    mutationFn: () =>
      clientOf(workspace).jobs.create(body, {
        idempotencyKey: newKey(),
      }),
    onSuccess(job) {
      clear();
      onClose();
      go(`/jobs/${job.job_id}`);
    },
  });
  const errors = {
    ...refusalAt(estimate.error),
    ...refusalAt(send.error),
    ...(tried && gap ? { [gap.field]: gap.message } : {}),
  };
  const general = errors.form ?? errors.url;
  const change = (part: Partial<Wanted>) => {
    send.reset();
    setWanted((before) => ({ ...before, ...part }));
  };
  return (
    <form
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!gap) send.mutate();
      }}
    >
      <h2>Ask again about this video</h2>
      <WantedFields wanted={wanted} onChange={change} errors={errors} limits={limits} />
      {general && <Notice kind="error">{general}</Notice>}
      {send.error && !isPlaced(send.error) && <Failure error={send.error} />}
      <Cost
        estimate={gap || estimate.error ? undefined : estimate.data}
        hint="The cost shows here before anything starts."
      />
      <div className={styles.actions}>
        <Button type="submit" weight="primary" busy={send.isPending && 'Starting …'}>
          Ask
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
      <ApiCall method="POST" path="/v1/jobs" body={body} />
    </form>
  );
}

/** What was asked before stands there; a question is what one mostly comes back for. */
function startOf(row: JobRowView): Wanted {
  return {
    ...nothingWanted,
    capabilities: row.status === 'completed' ? ['custom_query'] : row.capabilities,
    queries: row.status === 'completed' ? [] : (row.queries ?? []),
    brands: row.brands ?? [],
    surfaces: row.surfaces ?? [],
    objects: row.objects ?? [],
    language: row.language ?? '',
    proof: row.return_proof,
  };
}
