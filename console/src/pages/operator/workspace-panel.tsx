/** An operator's actions on one workspace: change its plan or credits, or delete it. */
import type { PlanName } from '@reelsight/contract';
import type { Workspace } from '@reelsight/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorClient } from '../../api/operator-client.ts';
import { type Refusal, refusalOf } from '../../api/refusal.ts';
import { counted } from '../../format/quantity.ts';
import { useDraft } from '../../format/remembered.ts';
import { typedNumber } from '../../format/typed-number.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { planOptions } from './new-workspace.tsx';
import styles from './operator.module.css';

interface PanelProps {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}

export function WorkspacePanel({ workspace, onClose }: PanelProps) {
  return (
    <div className={styles.panel}>
      <Section
        title={workspace.name}
        lead={<CopyableId id={workspace.tenant_id} what="workspace id" />}
        actions={
          <Button small weight="quiet" onClick={onClose}>
            Close
          </Button>
        }
      >
        <div className={styles.panelForms}>
          <PlanForm workspace={workspace} />
          <CreditsForm workspace={workspace} />
        </div>
        <Delete workspace={workspace} onDone={onClose} />
      </Section>
    </div>
  );
}

/**
 * Refreshes everything in the cache after an operator's change, because other parts of the console show the balance,
 * plan or session.
 */
function useRefreshAll(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}

function PlanForm({ workspace }: { readonly workspace: Workspace }) {
  const [plan, setPlan] = useState<PlanName>(workspace.plan);
  const [pastDue, setPastDue] = useState(workspace.past_due);
  const change = useMutation({
    mutationFn: () =>
      operatorClient().workspaces.change(workspace.tenant_id, { plan, past_due: pastDue }),
    onSuccess: useRefreshAll(),
  });

  return (
    <form
      className={styles.form}
      aria-label="Change the plan"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <SelectField
        label="Plan"
        hint="Limits change at once, credits at the next renewal."
        value={plan}
        options={planOptions}
        onChange={(event) => setPlan(event.target.value as PlanName)}
      />
      <Checkbox
        label="Payment is past due"
        hint="New analyses are refused until it is settled."
        checked={pastDue}
        onChange={(event) => setPastDue(event.target.checked)}
      />
      {change.error && <Notice kind="error">{messageOf(change.error)}</Notice>}
      {change.isSuccess && <Notice>Saved.</Notice>}
      <div>
        <Button type="submit" busy={change.isPending && 'Saving …'}>
          Save plan
        </Button>
      </div>
    </form>
  );
}

const kinds = [
  { value: 'grant', label: 'grant: given, counts as the plan’s' },
  { value: 'purchase', label: 'purchase: bought, kept until spent' },
  { value: 'refund', label: 'refund: given back, kept until spent' },
] as const;
type Kind = (typeof kinds)[number]['value'];

const noCredits = { type: 'grant' as Kind, amount: '', description: '' };
type Credits = typeof noCredits;

function CreditsForm({ workspace }: { readonly workspace: Workspace }) {
  const [draft, setDraft, clear] = useDraft(`credits:${workspace.tenant_id}`, noCredits);
  const set = (change: Partial<Credits>) => setDraft((previous) => ({ ...previous, ...change }));
  const refresh = useRefreshAll();
  const add = useMutation({
    mutationFn: () =>
      operatorClient().workspaces.addCredits(workspace.tenant_id, {
        type: draft.type,
        amount: typedNumber(draft.amount),
        ...(draft.description.trim() && { description: draft.description }),
      }),
    async onSuccess() {
      clear();
      await refresh();
    },
  });
  const refusal = refusalOf(add.error, ['type', 'amount', 'description'] as const);

  return (
    <form
      className={styles.form}
      aria-label="Add credits"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <CreditsFields draft={draft} set={set} errors={refusal.fields} />
      {refusal.rest && <Notice kind="error">{refusal.rest}</Notice>}
      {add.data && <Notice>It has {counted(add.data.balance, 'credit')} now.</Notice>}
      <div>
        <Button type="submit" busy={add.isPending && 'Entering …'}>
          Add credits
        </Button>
      </div>
    </form>
  );
}

interface CreditsFieldsProps {
  readonly draft: Credits;
  readonly set: (change: Partial<Credits>) => void;
  readonly errors: Refusal<keyof Credits>['fields'];
}

function CreditsFields({ draft, set, errors }: CreditsFieldsProps) {
  return (
    <>
      <SelectField
        label="Kind"
        value={draft.type}
        options={kinds}
        error={errors.type}
        onChange={(event) => set({ type: event.target.value as Kind })}
      />
      <TextField
        label="Credits"
        inputMode="numeric"
        required
        value={draft.amount}
        error={errors.amount}
        onChange={(event) => set({ amount: event.target.value })}
      />
      <TextField
        label="Reason"
        hint="Stands in the ledger."
        maxLength={500}
        value={draft.description}
        error={errors.description}
        onChange={(event) => set({ description: event.target.value })}
      />
    </>
  );
}

function Delete({ workspace, onDone }: { readonly workspace: Workspace; onDone: () => void }) {
  const [isAsking, ask] = useState(false);
  const refresh = useRefreshAll();
  const remove = useMutation({
    mutationFn: () => operatorClient().workspaces.delete(workspace.tenant_id),
    async onSuccess() {
      onDone();
      await refresh();
    },
  });

  if (!isAsking) {
    return (
      <div>
        <Button weight="danger" onClick={() => ask(true)}>
          Delete this workspace
        </Button>
      </div>
    );
  }

  return (
    <ConfirmName
      name={workspace.name}
      action="Delete workspace"
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onCancel={() => ask(false)}
    >
      All that it owns is removed for good: videos with their results, groups, brands, Follows,
      keys, the ledger, and {counted(workspace.balance, 'credit')}. Its members keep their accounts.
    </ConfirmName>
  );
}
