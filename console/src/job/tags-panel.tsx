/** The user's own tags for a job: a campaign, a client, a show. They filter the list of jobs. */
import type { JobRowView } from '@reelsight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { workspaceCall } from '../api/client.ts';
import { keys } from '../api/job-events.ts';
import { useWorkspaceId } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { ChipsField } from '../ui/chips-field.tsx';
import { messageOf } from '../ui/plain-message.ts';
import styles from './job-page.module.css';

interface TagsPanelProps {
  readonly row: JobRowView;
  readonly onClose: () => void;
}

export function TagsPanel({ row, onClose }: TagsPanelProps) {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  const [tags, setTags] = useState<readonly string[]>(row.tags ?? []);
  const save = useMutation({
    mutationFn: () =>
      workspaceCall(workspace, 'changeJob', {
        params: { id: row.job_id },
        body: { tags: [...tags] },
      }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: keys.jobRow(workspace, row.job_id) });
      void client.invalidateQueries({ queryKey: keys.jobRows(workspace) });
      onClose();
    },
  });

  return (
    <section className={styles.ask} aria-label="Tags">
      <ChipsField
        label="Tags"
        hint="Such as a campaign or a client, at most 10. The list of videos is filtered by them."
        values={tags}
        error={save.error ? messageOf(save.error) : undefined}
        onChange={setTags}
      />
      <div className={styles.actions}>
        <Button weight="primary" busy={save.isPending && 'Saving …'} onClick={() => save.mutate()}>
          Save tags
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </section>
  );
}
