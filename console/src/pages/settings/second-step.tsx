/** Sets up the second step of the user's own sign-in with an authenticator app, or turns it off. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ConsoleAnswer, consoleCall } from '../../api/console-call.ts';
import { refusalOf } from '../../api/refusal.ts';
import { usePlace, useRefreshSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OwnPassword } from '../../ui/own-password.tsx';
import { Row, Section, Stack } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SecretOnce } from './secret-once.tsx';
import styles from './settings.module.css';

export function SecondStep() {
  const { user } = usePlace().session;
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Section
      title="Second step"
      lead={
        user.totp
          ? 'It is on: a sign-in asks for a code of your authenticator app.'
          : 'Someone with your password still needs your phone: a sign-in asks for a code of an authenticator app.'
      }
    >
      {codes && (
        <SecretOnce
          title="These are your recovery codes. They are shown only now."
          secret={codes.join(' ')}
          what="recovery codes"
          onDone={() => setCodes(undefined)}
        >
          Each signs you in once if you lose the app. Keep them where you would not lose both.
        </SecretOnce>
      )}
      {user.totp ? <TurnOff /> : <TurnOn onDone={setCodes} />}
    </Section>
  );
}

type Begun = ConsoleAnswer<'beginTotp'>;

function TurnOn({ onDone }: { readonly onDone: (codes: readonly string[]) => void }) {
  const { user } = usePlace().session;
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const begin = useMutation({
    mutationFn: () => consoleCall('beginTotp', { body: user.password ? { password } : {} }),
  });
  const cancel = () => {
    setOpen(false);
    setPassword('');
    begin.reset();
  };

  if (!open) {
    return (
      <div>
        <Button onClick={() => setOpen(true)}>Set up a second step</Button>
      </div>
    );
  }

  if (begin.data) return <Confirm begun={begin.data} onDone={onDone} onCancel={cancel} />;
  const refusal = refusalOf(begin.error, ['password'] as const);

  return (
    <StepForm
      label="Set up a second step"
      action="Go on"
      busy={begin.isPending}
      rest={refusal.rest}
      onSubmit={() => begin.mutate()}
      onCancel={cancel}
    >
      {user.password ? (
        <OwnPassword value={password} error={refusal.fields.password} onChange={setPassword} />
      ) : (
        'Have the phone with your authenticator app at hand.'
      )}
    </StepForm>
  );
}

interface ConfirmProps {
  readonly begun: Begun;
  readonly onDone: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

function Confirm({ begun: enrolment, onDone, onCancel }: ConfirmProps) {
  const [code, setCode] = useState('');
  const refresh = useRefreshSession();
  const confirm = useMutation({
    mutationFn: () => consoleCall('confirmTotp', { body: { code } }),
    async onSuccess({ recovery_codes }) {
      onDone(recovery_codes);
      await refresh();
    },
  });
  const refusal = refusalOf(confirm.error, ['code'] as const);

  return (
    <StepForm
      label="Confirm the second step"
      action="Turn it on"
      busy={confirm.isPending}
      rest={refusal.rest}
      onSubmit={() => confirm.mutate()}
      onCancel={onCancel}
    >
      <Stack>
        <div>
          Scan this with your authenticator app, or type the secret into it. Then type the six
          digits it shows. Your other browsers are signed out.
        </div>
        <QrCode text={enrolment.uri} label="QR code for the authenticator app" />
        <div className={styles.secret}>
          <code>{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={enrolment.secret} what="secret" labelled />
        </div>
      </Stack>
      <Code value={code} error={refusal.fields.code} onChange={setCode} />
    </StepForm>
  );
}

function TurnOff() {
  const { user } = usePlace().session;
  const refresh = useRefreshSession();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const end = useMutation({
    mutationFn: () =>
      consoleCall('endTotp', { body: { code, ...(user.password && { password }) } }),
    onSuccess: refresh,
  });

  if (!open) {
    return (
      <div>
        <Button onClick={() => setOpen(true)}>Turn it off</Button>
      </div>
    );
  }

  const refusal = refusalOf(end.error, ['password', 'code'] as const);
  return (
    <StepForm
      label="Turn the second step off"
      action="Turn off the second step"
      busy={end.isPending}
      rest={refusal.rest}
      onSubmit={() => end.mutate()}
      onCancel={() => {
        setOpen(false);
        end.reset();
      }}
    >
      {user.password && (
        <OwnPassword value={password} error={refusal.fields.password} onChange={setPassword} />
      )}
      <Code
        hint="Six digits of the app, or a recovery code."
        value={code}
        error={refusal.fields.code}
        onChange={setCode}
      />
    </StepForm>
  );
}

interface StepFormProps {
  readonly label: string;
  readonly action: string;
  readonly busy: boolean;
  readonly rest: string | undefined;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

function StepForm({ label, action, busy, rest, onSubmit, onCancel, children }: StepFormProps) {
  return (
    <form
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {rest && <Notice kind="error">{rest}</Notice>}
      <Row>
        <Button type="submit" weight="primary" busy={busy && 'Working …'}>
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Row>
    </form>
  );
}

interface TypedProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The field for a code. The first code must come from the app; later a recovery code works too. */
function Code({ value, error, onChange, hint }: TypedProps & { readonly hint?: string }) {
  return (
    <TextField
      label="Code"
      hint={hint}
      autoComplete="one-time-code"
      required
      maxLength={40}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
