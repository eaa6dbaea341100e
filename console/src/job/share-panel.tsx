/** Creates a link that shows chosen parts of the job to people without an account. */
import type { JobRowView, SharePart } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { workspaceCall } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';
import { useReportLogo } from '../format/report-logo.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { LinkDays, LinkMade, usualDays } from '../ui/link-made.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { messageOf } from '../ui/plain-message.ts';
import { partNames, ShareList } from '../ui/share-list.tsx';
import type { JobActionProps } from './job-action.ts';
import styles from './share-panel.module.css';

/** The parts of the job that can be shared. Those marked as usual are preselected. */
function partsOf(row: JobRowView): { readonly part: SharePart; readonly usual: boolean }[] {
  const hasCapability = (capability: JobRowView['capabilities'][number]) =>
    row.capabilities.includes(capability);
  const parts: [SharePart, boolean, boolean][] = [
    ['brands', hasCapability('brands'), true],
    ['exposure', hasCapability('brands'), true],
    ['video', row.media_available, false],
    ['transcript', hasCapability('transcription') || hasCapability('summary'), false],
    ['objects', hasCapability('objects'), true],
    ['queries', hasCapability('custom_query'), true],
  ];
  return parts.filter(([, isAvailable]) => isAvailable).map(([part, , usual]) => ({ part, usual }));
}

export function SharePanel({ row, onClose }: JobActionProps) {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  const queryKey = ['shares', workspace, row.job_id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      workspaceCall(workspace, 'listJobShares', { params: { id: row.job_id }, signal }),
  });
  const refresh = () => void client.invalidateQueries({ queryKey: ['shares', workspace] });

  return (
    <section className={styles.panel} aria-label="Share">
      <Stack>
        <NewLink row={row} workspace={workspace} onMade={refresh} onClose={onClose} />
        {error && (
          <Failure
            error={error}
            what="The links could not be read."
            onRetry={() => void refetch()}
          />
        )}
        {data && data.data.length > 0 && (
          <ShareList workspace={workspace} shares={data.data} onEnded={refresh} />
        )}
      </Stack>
    </section>
  );
}

interface NewLinkProps {
  readonly row: JobRowView;
  readonly workspace: string;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

function NewLink({ row, workspace, onMade, onClose }: NewLinkProps) {
  const offered = partsOf(row);
  const [parts, setParts] = useState<readonly SharePart[]>(
    offered.filter(({ usual }) => usual).map(({ part }) => part),
  );
  const [days, setDays] = useState(usualDays);
  const [isNamed, setNamed] = useState(true);
  const [logo] = useReportLogo(workspace);
  const make = useMutation({
    mutationFn: () => {
      const body = {
        parts: [...parts],
        expires_in_days: days,
        names_sender: isNamed,
        ...(isNamed && logo && { logo: logo.url }),
      };
      return workspaceCall(workspace, 'createJobShare', { params: { id: row.job_id }, body });
    },
    onSuccess: onMade,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  if (make.data) return <LinkMade url={make.data.url} onMore={() => make.reset()} />;

  return (
    <form className={styles.form} onSubmit={submit}>
      <fieldset className={styles.parts}>
        <legend>Anybody with the link sees, without an account:</legend>
        {offered.map(({ part }) => (
          <Checkbox
            key={part}
            label={partNames[part]}
            checked={parts.includes(part)}
            onChange={({ target }) =>
              setParts(
                target.checked
                  ? [...parts, part]
                  : parts.filter((chosenPart) => chosenPart !== part),
              )
            }
          />
        ))}
      </fieldset>
      <Checkbox
        label={logo ? 'With our name and the logo of our reports' : 'With our name'}
        hint="On top of the page, and on the cover of its PDF"
        checked={isNamed}
        onChange={({ target }) => setNamed(target.checked)}
      />
      <LinkDays days={days} onDays={setDays} />
      {make.error && (
        <Notice kind="error" title="The link could not be created.">
          {messageOf(make.error)}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button type="submit" weight="primary" disabled={parts.length === 0 || make.isPending}>
          Create link
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
