/** Adds tags to the chosen videos, each of which keeps those that it has. */
import type { JobRowView } from '@reelsight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { workspaceCall } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { counted } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { ChipsField } from '../../ui/chips-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { jobName } from './job-rows.ts';
import styles from './jobs.module.css';

interface TagManyProps {
  readonly workspace: string;
  readonly rows: readonly JobRowView[];
  readonly onClose: () => void;
}

interface Refusal {
  readonly row: JobRowView;
  readonly message: string;
}

export function TagMany({ workspace, rows, onClose }: TagManyProps) {
  const client = useQueryClient();
  const [tags, setTags] = useState<readonly string[]>([]);
  const save = useMutation({
    async mutationFn(): Promise<readonly Refusal[]> {
      const refused: Refusal[] = [];
      // One after the other, so that a video which has too many tags already does not stop the rest.
      for (const row of rows) {
        const body = { tags: [...new Set([...(row.tags ?? []), ...tags])] };
        await workspaceCall(workspace, 'changeJob', { params: { id: row.job_id }, body }).catch(
          (error: Error) => refused.push({ row, message: messageOf(error) }),
        );
      }
      return refused;
    },
    async onSuccess(refused) {
      await client.invalidateQueries({ queryKey: keys.jobRows(workspace) });
      if (refused.length === 0) onClose();
    },
  });
  const refused = save.data ?? [];

  return (
    <form
      aria-label="Tags of the selected videos"
      className={styles.rerun}
      onSubmit={(event) => {
        event.preventDefault();
        if (tags.length > 0 && !save.isPending) save.mutate();
      }}
    >
      <ChipsField
        label="Tags to add"
        hint="Such as a campaign or a client. Tags that a video has already stay."
        values={tags}
        onChange={setTags}
      />
      {refused.length > 0 && (
        <Notice
          kind="warning"
          title={`${counted(refused.length, 'video')} stayed as ${refused.length === 1 ? 'it was' : 'they were'}.`}
        >
          <ul className={styles.refused}>
            {refused.map(({ row, message }) => (
              <li key={row.job_id}>
                {jobName(row)}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Row>
        <Button
          small
          type="submit"
          weight="primary"
          disabled={tags.length === 0}
          busy={save.isPending && 'Tagging …'}
        >
          Tag {counted(rows.length, 'video')}
        </Button>
        <Button small onClick={onClose}>
          Cancel
        </Button>
      </Row>
    </form>
  );
}
