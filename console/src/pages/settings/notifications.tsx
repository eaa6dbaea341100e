/** Settings for notifications about jobs or batches that ended: by mail, and in this browser. */
import type { ChangeNotifications, MailChoice, Notifications as Told } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleCall } from '../../api/console-call.ts';
import {
  canNotify,
  turnOffEndNotices,
  turnOnEndNotices,
  wantsEndNotices,
} from '../../api/end-notices.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Section, Stack } from '../../ui/page.tsx';
import styles from './settings.module.css';

const keyOf = (workspace: string) => ['notifications', workspace] as const;

export function NotificationSettings() {
  const workspace = useWorkspaceId();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(workspace),
    queryFn: ({ signal }) => consoleCall('getNotifications', { params: { workspace }, signal }),
  });
  return (
    <Stack>
      <PageHead
        title="Notifications"
        lead="Mail when an analysis of this workspace ends. Alerts and scheduled reports need a confirmed address too."
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={3} />}
      {data && <Mail workspace={workspace} told={data} />}
      <InBrowser />
    </Stack>
  );
}

interface MailProps {
  readonly workspace: string;
  readonly told: Told;
}

const choiceWords: Readonly<Record<Told['email'], string>> = {
  never: 'never',
  failures: 'when an analysis fails',
  all: 'when any analysis ends',
};

type EndedKind = NonNullable<Told['unsubscribed']>[number];

const endedWords: Readonly<Record<EndedKind, string>> = {
  alerts: 'alerts',
  reports: 'scheduled reports',
};

function Mail({ workspace, told: settings }: MailProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (body: ChangeNotifications) =>
      consoleCall('changeNotifications', { params: { workspace }, body }),
    onSuccess: (next) => client.setQueryData(keyOf(workspace), next),
  });
  const sendCode = () => change.mutate({ email: settings.email, confirm_address: true });
  const receiveAgain = (kind: EndedKind) =>
    change.mutate({ email: settings.email, receive_again: [kind] });
  const isCodeSent = settings.email !== 'never' || change.variables?.confirm_address === true;

  return (
    <Section
      title="E-mail"
      lead={`To ${settings.address}. A group brings one mail, and what ends shortly after a mail is in the next.`}
    >
      {!settings.available && (
        <Notice kind="info" title="This service sends no mail.">
          Whoever runs it can set up a mail server.
        </Notice>
      )}
      {settings.available && (
        <SelectField
          label="Send mail"
          value={settings.email}
          options={(['never', 'failures', 'all'] as const satisfies readonly MailChoice[]).map(
            (value) => ({ value, label: choiceWords[value] }),
          )}
          onChange={(event) => change.mutate({ email: event.target.value as Told['email'] })}
        />
      )}
      {settings.unsubscribed?.map((kind) => (
        <Notice
          key={kind}
          kind="info"
          title={`You have unsubscribed from the ${endedWords[kind]} of this workspace.`}
          action={
            <Button busy={change.isPending && 'Saving …'} onClick={() => receiveAgain(kind)}>
              Get the {endedWords[kind]} again
            </Button>
          }
        >
          Nobody else can change that.
        </Notice>
      ))}
      {change.error && <Failure error={change.error} />}
      {settings.available && settings.verified && <p role="status">This address is confirmed.</p>}
      {settings.available && !settings.verified && !isCodeSent && (
        <Notice
          kind="info"
          title="This address is not confirmed."
          action={
            <Button busy={change.isPending && 'Sending …'} onClick={sendCode}>
              Send a code to it
            </Button>
          }
        >
          Alerts and scheduled reports only go to confirmed addresses.
        </Notice>
      )}
      {isCodeSent && !settings.verified && <Confirm workspace={workspace} onSendAgain={sendCode} />}
    </Section>
  );
}

interface ConfirmProps {
  readonly workspace: string;
  readonly onSendAgain: () => void;
}

function Confirm({ workspace, onSendAgain }: ConfirmProps) {
  const [code, setCode] = useState('');
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () =>
      consoleCall('confirmAddress', { params: { workspace }, body: { code: code.trim() } }),
    onSuccess: (next) => client.setQueryData(keyOf(workspace), next),
  });

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <TextField
        label="Code"
        hint="Mail begins once you enter the code that was sent to this address."
        value={code}
        maxLength={20}
        required
        autoComplete="one-time-code"
        onChange={(event) => setCode(event.target.value)}
      />
      {confirm.error && <Failure error={confirm.error} />}
      <div>
        <Button type="submit" weight="primary" busy={confirm.isPending && 'Checking …'}>
          Confirm address
        </Button>{' '}
        <Button weight="quiet" onClick={onSendAgain}>
          Send another code
        </Button>
      </div>
    </form>
  );
}

function InBrowser() {
  const [on, setOn] = useState(wantsEndNotices);
  const [refused, setRefused] = useState(false);
  if (!canNotify()) return null;

  const turn = async (): Promise<void> => {
    if (on) {
      turnOffEndNotices();
      setOn(false);
      return;
    }

    const allowed = await turnOnEndNotices();
    setOn(allowed);
    setRefused(!allowed);
  };

  return (
    <Section title="In this browser" lead="While the console is open in a tab you do not look at.">
      {refused && (
        <Notice kind="warning" title="The browser does not allow it.">
          Allow notifications for this site in the browser’s settings.
        </Notice>
      )}
      <div>
        <Button aria-pressed={on} onClick={() => void turn()}>
          {on ? 'Turn off' : 'Notify me'}
        </Button>
      </div>
    </Section>
  );
}
