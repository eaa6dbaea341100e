/** The form for an alert, which may be new or existing, with its dry run. */
import type { Alert } from '@reelsight/contract';
import { useMemo, useState } from 'react';
import { refusalOf } from '../../api/refusal.ts';
import { useDraft } from '../../format/remembered.ts';
import { ownTimeZone } from '../../format/time-zone.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import { useCampaigns } from '../campaigns/campaign-calls.ts';
import { usePreviewAlert, useSaveAlert } from './alert-calls.ts';
import { type AlertDraft, draftOf, entryOf, scopeOf } from './alert-draft.ts';
import { ConditionFields } from './condition-fields.tsx';
import { DryRun } from './dry-run.tsx';
import { TargetFields } from './target-fields.tsx';

interface AlertFormProps {
  readonly workspace: string;
  /** Null if the form creates an alert. */
  readonly alert: Alert | null;
  readonly onDone: () => void;
}

export function AlertForm({ workspace, alert, onDone }: AlertFormProps) {
  const initial = useMemo(() => draftOf(alert), [alert]);
  const [draft, setDraft, clear] = useDraft(`alert:${alert?.alert_id ?? 'new'}`, initial);
  const set = (change: Partial<AlertDraft>) => setDraft((previous) => ({ ...previous, ...change }));
  const save = useSaveAlert(workspace, alert?.alert_id ?? null);
  const preview = usePreviewAlert(workspace);
  /** What the dry run looked for; its answer is not shown once the form says something else. */
  const [previewed, setPreviewed] = useState('');
  const { data: campaigns = [] } = useCampaigns(workspace);

  const scope = scopeOf(draft, alert);
  const targetFields = draft.targets.map((_, index) => `targets.${index}`);
  const refusal = refusalOf<string>(save.error ?? preview.error, [
    ...['name', 'campaign_id', 'quiet_hours.start', 'quiet_hours.end', 'time_zone'],
    ...['digest_above', 'condition.brands', 'condition.brand_set_id', 'condition.min_seconds'],
    ...['condition.brand', 'condition.rivals', 'condition'],
    ...targetFields,
    'targets',
  ]);
  const leave = () => {
    clear();
    onDone();
  };
  const tryOut = () => {
    save.reset();
    setPreviewed(JSON.stringify(scope));
    preview.mutate(scope);
  };

  return (
    <form
      className={formStyles.form}
      aria-label={alert ? `Change ${alert.name}` : 'New alert'}
      onSubmit={(event) => {
        event.preventDefault();
        preview.reset();
        save.mutate(entryOf(draft, alert), { onSuccess: leave });
      }}
    >
      <TextField
        label="Name of the alert"
        value={draft.name}
        required
        maxLength={100}
        error={refusal.fields.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <ConditionFields workspace={workspace} draft={draft} errors={refusal.fields} set={set} />
      <SelectField
        label="In videos of"
        hint={alert?.videos ? 'It has a choice of videos made over the API.' : undefined}
        value={draft.campaign}
        options={[
          { value: '', label: alert?.videos ? 'its own choice' : 'any campaign or none' },
          ...campaigns.map(({ campaign_id: id, name }) => ({ value: id, label: name })),
        ]}
        error={refusal.fields.campaign_id}
        onChange={(event) => set({ campaign: event.target.value })}
      />
      <div className={formStyles.wide}>
        <Row>
          <Button onClick={tryOut} busy={preview.isPending && 'Looking …'}>
            Try it on recent videos
          </Button>
        </Row>
      </div>
      <DryRun preview={previewed === JSON.stringify(scope) ? preview.data : undefined} />
      <TargetFields
        workspace={workspace}
        targets={draft.targets}
        errors={targetFields.map((field) => refusal.fields[field])}
        error={refusal.fields.targets}
        onChange={(targets) => set({ targets })}
      />
      <WhenFields draft={draft} errors={refusal.fields} set={set} />
      <div className={formStyles.wide}>
        <Checkbox
          label="On"
          checked={draft.enabled}
          onChange={(event) => set({ enabled: event.target.checked })}
        />
        {refusal.rest && <Notice kind="error">{refusal.rest}</Notice>}
        <Row>
          <Button type="submit" weight="primary" busy={save.isPending && 'Saving …'}>
            {alert ? 'Save' : 'Add alert'}
          </Button>
          <Button weight="quiet" onClick={leave}>
            Cancel
          </Button>
        </Row>
      </div>
    </form>
  );
}

interface WhenFieldsProps {
  readonly draft: AlertDraft;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly set: (change: Partial<AlertDraft>) => void;
}

/** The fields that say when an alert is sent. */
function WhenFields({ draft, errors, set }: WhenFieldsProps) {
  const zones = new Set([
    draft.timeZone,
    ownTimeZone(),
    'UTC',
    ...Intl.supportedValuesOf('timeZone'),
  ]);

  return (
    <>
      <TextField
        label="Quiet from"
        hint="Empty: no quiet hours."
        type="time"
        value={draft.quietStart}
        required={draft.quietEnd !== ''}
        error={errors['quiet_hours.start']}
        onChange={(event) => set({ quietStart: event.target.value })}
      />
      <TextField
        label="Quiet until"
        hint="What is found is sent then, together."
        type="time"
        value={draft.quietEnd}
        required={draft.quietStart !== ''}
        error={errors['quiet_hours.end']}
        onChange={(event) => set({ quietEnd: event.target.value })}
      />
      <SelectField
        label="Time zone"
        hint="Of quiet hours, weeks and months."
        value={draft.timeZone}
        options={[...zones].map((zone) => ({ value: zone, label: zone }))}
        error={errors.time_zone}
        onChange={(event) => set({ timeZone: event.target.value })}
      />
      <TextField
        label="Sent one by one in an hour"
        hint="More come together. Empty: 10."
        type="number"
        min={1}
        max={100}
        value={draft.digestAbove}
        error={errors.digest_above}
        onChange={(event) => set({ digestAbove: event.target.value })}
      />
    </>
  );
}
