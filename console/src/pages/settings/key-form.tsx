/** The form to create an API key. */
import type { ApiKey } from '@reelsight/contract';
import { useMutation } from '@tanstack/react-query';
import { consoleCall } from '../../api/console-call.ts';
import { refusalOf } from '../../api/refusal.ts';
import { useDraft } from '../../format/remembered.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import styles from './settings.module.css';

type Scope = ApiKey['scopes'][number];

const scopeWords: readonly (readonly [Scope, string])[] = [
  ['jobs:write', 'analyse videos and groups, cancel and delete them, and upload files'],
  ['jobs:read', 'read videos, groups, results and frames'],
  ['account:read', 'read the account, its credits and usage'],
];

interface KeyFormProps {
  readonly workspace: string;
  readonly onMade: (key: string) => void;
  readonly onCancel: () => void;
}

const initial = { name: '', scopes: scopeWords.map(([scope]) => scope) };

export function KeyForm({ workspace, onMade, onCancel }: KeyFormProps) {
  const [draft, setDraft, clear] = useDraft(`key:${workspace}`, initial);
  const make = useMutation({
    mutationFn: () => consoleCall('createKey', { params: { workspace }, body: draft }),
    onSuccess({ api_key }) {
      clear();
      onMade(api_key);
    },
  });
  const refusal = refusalOf(make.error, ['name', 'scopes'] as const);
  const toggle = (scope: Scope, on: boolean) =>
    setDraft((previous) => ({
      ...previous,
      scopes: on
        ? [...previous.scopes, scope]
        : previous.scopes.filter((chosenScope) => chosenScope !== scope),
    }));

  return (
    <form
      className={styles.form}
      aria-label="Make a key"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <TextField
        label="Name"
        hint="The program it is for; it is asked for when you revoke it."
        required
        maxLength={200}
        value={draft.name}
        error={refusal.fields.name}
        onChange={(event) => setDraft((previous) => ({ ...previous, name: event.target.value }))}
      />
      <fieldset className={styles.choices}>
        <legend>It may</legend>
        {scopeWords.map(([scope, words]) => (
          <Checkbox
            key={scope}
            label={<code>{scope}</code>}
            hint={words}
            checked={draft.scopes.includes(scope)}
            onChange={(event) => toggle(scope, event.target.checked)}
          />
        ))}
        {refusal.fields.scopes && (
          <div role="alert" className={styles.error}>
            {refusal.fields.scopes}
          </div>
        )}
      </fieldset>
      {refusal.rest && <Notice kind="error">{refusal.rest}</Notice>}
      <Row>
        <Button type="submit" weight="primary" busy={make.isPending && 'Making …'}>
          Make key
        </Button>
        <Button weight="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </Row>
    </form>
  );
}
