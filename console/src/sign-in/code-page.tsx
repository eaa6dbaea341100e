/** The second step of a sign-in: a code from the authenticator app, or a recovery code. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleCall } from '../api/console-call.ts';
import { isCode, refusalOf } from '../api/refusal.ts';
import { useRefreshSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Door } from './door.tsx';

export function CodePage({ onAgain }: { readonly onAgain: () => void }) {
  const [code, setCode] = useState('');
  const refresh = useRefreshSession();
  const enter = useMutation({
    mutationFn: () => consoleCall('enterCode', { body: { code } }),
    onSuccess: refresh,
  });
  const refusal = refusalOf(enter.error, ['code'] as const);
  const late = isCode(enter.error, 'SIGN_IN_REQUIRED');

  return (
    <Door
      title="Enter your code"
      lead="Your account has a second step: type the six digits your authenticator app shows now."
      onSubmit={() => enter.mutate()}
      foot="Lost the app? Type one of your recovery codes instead. Without those the operator of this service can help."
    >
      <TextField
        label="Code"
        autoComplete="one-time-code"
        autoFocus
        required
        maxLength={40}
        value={code}
        error={refusal.fields.code}
        onChange={(event) => setCode(event.target.value)}
      />
      {refusal.rest && <Notice kind="error">{refusal.rest}</Notice>}
      {!late && (
        <Button type="submit" weight="primary" busy={enter.isPending && 'Signing in …'}>
          Go on
        </Button>
      )}
      <Button weight="quiet" onClick={onAgain}>
        Begin again
      </Button>
    </Door>
  );
}
