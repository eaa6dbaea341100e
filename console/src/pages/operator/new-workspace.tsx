/** Creates a workspace without a user, for a program that calls the API. */
import type { PlanName } from '@reelsight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { operatorClient } from '../../api/operator-client.ts';
import { type Refusal, refusalOf } from '../../api/refusal.ts';
import { useDraft } from '../../format/remembered.ts';
import { typedNumber } from '../../format/typed-number.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { SecretOnce } from '../settings/secret-once.tsx';
import { TestWorkspaceField } from '../settings/test-workspace-field.tsx';
import { MakeForm } from './make-form.tsx';
import styles from './operator.module.css';
import { workspacesKey } from './operator-calls.ts';

export const planOptions = (['free', 'starter', 'pro', 'scale'] as const satisfies PlanName[]).map(
  (plan) => ({ value: plan, label: plan }),
);

const empty = { name: '', email: '', plan: 'pro' as PlanName, credits: '0', test: false };
type Draft = typeof empty;

export function NewWorkspace({ onDone }: { readonly onDone: () => void }) {
  const client = useQueryClient();
  const [draft, setDraft, clear] = useDraft('operator:workspace', empty);
  const set = (change: Partial<Draft>) => setDraft((previous) => ({ ...previous, ...change }));
  const make = useMutation({
    mutationFn: () =>
      operatorClient().workspaces.create({ ...draft, credits: typedNumber(draft.credits) }),
    async onSuccess() {
      clear();
      await client.invalidateQueries({ queryKey: workspacesKey });
    },
  });
  if (make.data) {
    return (
      <SecretOnce
        title="The workspace is made. This is its first API key, shown only now."
        secret={make.data.api_key}
        what="API key"
        onDone={onDone}
      />
    );
  }

  const refusal = refusalOf(make.error, ['name', 'email', 'plan', 'credits'] as const);
  return (
    <MakeForm
      what="workspace"
      busy={make.isPending}
      error={refusal.rest}
      onMake={() => make.mutate()}
      onCancel={onDone}
    >
      <WorkspaceFields draft={draft} set={set} errors={refusal.fields} />
    </MakeForm>
  );
}

interface WorkspaceFieldsProps {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
  readonly errors: Refusal<keyof Draft>['fields'];
}

function WorkspaceFields({ draft, set, errors }: WorkspaceFieldsProps) {
  return (
    <div className={styles.panelForms}>
      <TextField
        label="Name"
        required
        maxLength={200}
        value={draft.name}
        error={errors.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label="E-mail of who is responsible"
        type="email"
        required
        value={draft.email}
        error={errors.email}
        onChange={(event) => set({ email: event.target.value })}
      />
      <SelectField
        label="Plan"
        value={draft.plan}
        options={planOptions}
        error={errors.plan}
        onChange={(event) => set({ plan: event.target.value as PlanName })}
      />
      <TextField
        label="Credits beside those of the plan"
        inputMode="numeric"
        value={draft.credits}
        error={errors.credits}
        onChange={(event) => set({ credits: event.target.value })}
      />
      <TestWorkspaceField checked={draft.test} onChange={(test) => set({ test })} />
    </div>
  );
}
