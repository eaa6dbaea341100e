/** Creates a link to a report for people without an account, and lists the existing links. */
import type { Report } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { workspaceCall } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { LinkDays, LinkMade, usualDays } from '../../ui/link-made.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { ShareList } from '../../ui/share-list.tsx';
import styles from './reports.module.css';

interface ShareReportProps {
  readonly workspace: string;
  readonly report: Report;
  readonly onClose: () => void;
}

export function ShareReport({ workspace, report, onClose }: ShareReportProps) {
  const params = { id: report.report_id };
  const client = useQueryClient();
  const [days, setDays] = useState(usualDays);
  const [isNamed, setNamed] = useState(true);
  const refresh = () => void client.invalidateQueries({ queryKey: ['shares', workspace] });
  const { data } = useQuery({
    queryKey: ['shares', workspace, report.report_id],
    queryFn: ({ signal }) => workspaceCall(workspace, 'listReportShares', { params, signal }),
  });
  const make = useMutation({
    mutationFn: () => {
      const body = { expires_in_days: days, names_sender: isNamed };
      return workspaceCall(workspace, 'createReportShare', { params, body });
    },
    onSuccess: refresh,
  });

  return (
    <Section
      title={`Share ${report.title}`}
      lead="Anybody with the link can read the report, without an account."
    >
      <Stack>
        {make.error && (
          <Notice kind="error" title="The link could not be created.">
            {messageOf(make.error)}
          </Notice>
        )}
        {make.data ? (
          <LinkMade url={make.data.url} onMore={() => make.reset()} />
        ) : (
          <>
            <Checkbox
              label="With our name"
              hint="On top of the page; with the logo of the report, if it has one"
              checked={isNamed}
              onChange={({ target }) => setNamed(target.checked)}
            />
            <LinkDays days={days} onDays={setDays} />
            <div className={styles.files}>
              <Button
                weight="primary"
                busy={make.isPending && 'Creating …'}
                onClick={() => make.mutate()}
              >
                Create link
              </Button>
              <Button onClick={onClose}>Cancel</Button>
            </div>
          </>
        )}
        {data && data.data.length > 0 && (
          <ShareList workspace={workspace} shares={data.data} onEnded={refresh} />
        )}
      </Stack>
    </Section>
  );
}
