/** The form for the entry of a brand, which may be new or existing. */
import type { LibraryBrand } from '@reelsight/contract';
import { useState } from 'react';
import { type Refusal, refusalOf } from '../../api/refusal.ts';
import { useDraft } from '../../format/remembered.ts';
import { Button } from '../../ui/button.tsx';
import { ChipsField } from '../../ui/chips-field.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import { useAddLogos, useSaveBrand } from './brand-calls.ts';
import styles from './brands.module.css';
import { ChosenPictures, SentPictures } from './logo-pictures.tsx';

interface Draft {
  readonly name: string;
  readonly aliases: string[];
  readonly support: string[];
  readonly unless: string[];
  readonly exclude: boolean;
}

interface BrandFormProps {
  readonly workspace: string;
  /** Null if the form creates a brand. */
  readonly brand: LibraryBrand | null;
  /** Gets the id of a new brand whose pictures need a look. */
  readonly onDone: (brandId?: string) => void;
}

const fields = ['name', 'aliases', 'support', 'unless', 'exclude'] as const;
const empty: Draft = { name: '', aliases: [], support: [], unless: [], exclude: false };

const draftOf = (brand: LibraryBrand | null): Draft =>
  brand
    ? {
        name: brand.name,
        aliases: brand.aliases,
        support: brand.support,
        unless: brand.unless,
        exclude: brand.exclude,
      }
    : empty;

export function BrandForm({ workspace, brand, onDone }: BrandFormProps) {
  const [draft, setDraft, clear] = useDraft(`brand:${brand?.brand_id ?? 'new'}`, draftOf(brand));
  const save = useSaveBrand(workspace, brand?.brand_id ?? null);
  const set = (change: Partial<Draft>) => setDraft((previous) => ({ ...previous, ...change }));
  const refusal = refusalOf(save.error, fields);
  const [pictures, setPictures] = useState<readonly File[]>([]);
  const sending = useAddLogos(workspace);
  const leave = (brandId?: string) => {
    clear();
    onDone(brandId);
  };
  const saved = ({ brand_id: id }: LibraryBrand) => {
    if (pictures.length === 0) return leave();
    sending.mutate(
      { id, files: pictures },
      { onSuccess: (plainNames) => plainNames.length === 0 && leave() },
    );
  };

  if (!brand && save.data && (sending.error || sending.data?.length)) {
    const { brand_id: id, name } = save.data;
    return (
      <section className={styles.form} aria-label={name}>
        <SentPictures brand={name} sending={sending} onOpen={() => leave(id)} />
      </section>
    );
  }

  return (
    <form
      className={styles.form}
      aria-label={brand ? `Change ${brand.name}` : 'Add a brand'}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending && !sending.isPending) save.mutate(draft, { onSuccess: saved });
      }}
    >
      <WordFields draft={draft} set={set} errors={refusal.fields} />
      {!brand && <ChosenPictures files={pictures} onChange={setPictures} />}
      <div className={styles.wide}>
        <Checkbox
          label="Never report this name"
          hint="Takes it out of every analysis, unless it is asked for by name."
          checked={draft.exclude}
          onChange={(event) => set({ exclude: event.target.checked })}
        />
        {refusal.rest && <Notice kind="error">{refusal.rest}</Notice>}
        <Row>
          <Button
            type="submit"
            weight="primary"
            busy={(save.isPending || sending.isPending) && 'Saving …'}
          >
            {brand ? 'Save' : 'Add brand'}
          </Button>
          <Button weight="quiet" onClick={() => leave()}>
            Cancel
          </Button>
        </Row>
      </div>
    </form>
  );
}

interface WordFieldsProps {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
  readonly errors: Refusal<keyof Draft>['fields'];
}

/** The fields for the name and for the other words that decide whether the brand is found. */
function WordFields({ draft, set, errors }: WordFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        hint="Name used in results."
        value={draft.name}
        required
        maxLength={100}
        error={errors.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <ChipsField
        label="Aliases"
        hint="Other names that mean it; found ones are counted as this brand."
        values={draft.aliases}
        error={errors.aliases}
        placeholder="Acme Corporation"
        onChange={(aliases) => set({ aliases })}
      />
      <ChipsField
        label="Context words"
        hint="If the name is an everyday word: words beside it that show that the brand is meant."
        values={draft.support}
        error={errors.support}
        placeholder="boots, jacket"
        onChange={(support) => set({ support })}
      />
      <ChipsField
        label="Excluding words"
        hint="Words beside it that show that something else is meant."
        values={draft.unless}
        error={errors.unless}
        placeholder="meeting, mountain"
        onChange={(unless) => set({ unless })}
      />
    </>
  );
}
