/** The form for a brand set, which may be new or existing. */
import type { BrandSet } from '@reelsight/contract';
import { refusalOf } from '../../api/refusal.ts';
import { useDraft } from '../../format/remembered.ts';
import { Button } from '../../ui/button.tsx';
import { ChipsField } from '../../ui/chips-field.tsx';
import { TextField } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import { useSaveBrandSet } from './campaign-calls.ts';

interface Draft {
  readonly name: string;
  readonly own: string;
  readonly brands: string[];
}

const empty: Draft = { name: '', own: '', brands: [] };

interface BrandSetFormProps {
  readonly workspace: string;
  /** Null if the form creates a brand set. */
  readonly set: BrandSet | null;
  readonly onDone: () => void;
}

export function BrandSetForm({ workspace, set: edited, onDone }: BrandSetFormProps) {
  const initial = edited
    ? { name: edited.name, own: edited.own ?? '', brands: edited.brands }
    : empty;
  const [draft, setDraft, clear] = useDraft(`brand-set:${edited?.brand_set_id ?? 'new'}`, initial);
  const save = useSaveBrandSet(workspace, edited?.brand_set_id ?? null);
  const change = (fields: Partial<Draft>) => setDraft((previous) => ({ ...previous, ...fields }));
  const refusal = refusalOf(save.error, ['name', 'own', 'brands']);
  const leave = () => {
    clear();
    onDone();
  };

  return (
    <form
      className={formStyles.form}
      aria-label={edited ? `Change ${edited.name}` : 'New brand set'}
      onSubmit={(event) => {
        event.preventDefault();
        const { own: ownBrand, ...rest } = draft;
        const entry = { ...rest, ...(ownBrand.trim() && { own: ownBrand }) };
        save.mutate(entry, { onSuccess: leave });
      }}
    >
      <TextField
        label="Name of the set"
        value={draft.name}
        required
        maxLength={100}
        error={refusal.fields.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label="Your brand"
        hint="May be empty, if none of them is yours."
        value={draft.own}
        maxLength={200}
        error={refusal.fields.own}
        onChange={(event) => change({ own: event.target.value })}
      />
      <ChipsField
        label="Rivals"
        hint="At most 50, each shown also where it has nothing."
        values={draft.brands}
        error={refusal.fields.brands}
        onChange={(brands) => change({ brands })}
      />
      <div className={formStyles.wide}>
        {refusal.rest && <Notice kind="error">{refusal.rest}</Notice>}
        <Row>
          <Button type="submit" weight="primary" busy={save.isPending && 'Saving …'}>
            {edited ? 'Save' : 'Add brand set'}
          </Button>
          <Button weight="quiet" onClick={leave}>
            Cancel
          </Button>
        </Row>
      </div>
    </form>
  );
}
