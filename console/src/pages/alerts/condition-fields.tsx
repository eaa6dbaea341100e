/** The part of an alert's form that says what it looks for. */
import type { AlertMeasure, AlertPeriod, AlertSource } from '@reelsight/contract';
import { ChipsField } from '../../ui/chips-field.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useBrandSets } from '../campaigns/campaign-calls.ts';
import type { AlertDraft } from './alert-draft.ts';
import { conditionKinds } from './alert-words.ts';

interface ConditionFieldsProps {
  readonly workspace: string;
  readonly draft: AlertDraft;
  /** Messages of the API by the field of the alert. */
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly set: (change: Partial<AlertDraft>) => void;
}

export function ConditionFields(props: ConditionFieldsProps) {
  const { draft, errors, set } = props;

  return (
    <>
      <SelectField
        label="Tell when"
        value={draft.kind}
        options={Object.entries(conditionKinds).map(([value, label]) => ({ value, label }))}
        error={errors.condition}
        onChange={(event) => set({ kind: event.target.value as AlertDraft['kind'] })}
      />
      {draft.kind === 'passed' ? <PassedFields {...props} /> : <BrandFields {...props} />}
      {(draft.kind === 'appears' || draft.kind === 'together') && (
        <TextField
          label="For at least (seconds)"
          hint="On screen, added up over the video. Empty: any."
          type="number"
          min={0}
          step="any"
          value={draft.minSeconds}
          error={errors['condition.min_seconds']}
          onChange={(event) => set({ minSeconds: event.target.value })}
        />
      )}
      {draft.kind === 'appears' && (
        <SelectField
          label="How"
          value={draft.source}
          options={[
            { value: 'either', label: 'seen or said' },
            { value: 'seen', label: 'seen' },
            { value: 'said', label: 'said' },
          ]}
          onChange={(event) => set({ source: event.target.value as AlertSource })}
        />
      )}
    </>
  );
}

/** The fields for the brands that an alert looks for, by name or by brand set. */
function BrandFields({ workspace, draft, errors, set }: ConditionFieldsProps) {
  const { data: sets = [] } = useBrandSets(workspace);
  const isTogether = draft.kind === 'together';

  return (
    <>
      {!isTogether && (
        <SelectField
          label="Of"
          value={draft.brandSet}
          options={[
            { value: '', label: 'the brands named here' },
            ...sets.map(({ brand_set_id: id, name }) => ({ value: id, label: name })),
          ]}
          error={errors['condition.brand_set_id']}
          onChange={(event) => set({ brandSet: event.target.value })}
        />
      )}
      {(isTogether || draft.brandSet === '') && (
        <ChipsField
          label={isTogether ? 'The two brands' : 'Brands'}
          hint={isTogether ? 'Both at the same time.' : 'One of them suffices.'}
          values={draft.brands}
          error={errors['condition.brands']}
          onChange={(brands) => set({ brands })}
        />
      )}
    </>
  );
}

/** The fields of an alert about rivals that pass a brand. */
function PassedFields({ draft, errors, set }: ConditionFieldsProps) {
  return (
    <>
      <TextField
        label="Brand that is passed"
        value={draft.brand}
        required
        maxLength={200}
        error={errors['condition.brand']}
        onChange={(event) => set({ brand: event.target.value })}
      />
      <ChipsField
        label="Rivals"
        hint="One that passes suffices."
        values={draft.rivals}
        error={errors['condition.rivals']}
        onChange={(rivals) => set({ rivals })}
      />
      <SelectField
        label="By"
        value={draft.measure}
        options={[
          { value: 'equivalent_seconds', label: 'equivalent seconds' },
          { value: 'seen_seconds', label: 'seconds on screen' },
        ]}
        onChange={(event) => set({ measure: event.target.value as AlertMeasure })}
      />
      <SelectField
        label="Over the running"
        value={draft.period}
        options={[
          { value: 'week', label: 'week' },
          { value: 'month', label: 'month' },
        ]}
        onChange={(event) => set({ period: event.target.value as AlertPeriod })}
      />
    </>
  );
}
