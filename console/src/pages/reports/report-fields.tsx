/** Optional contents of a report: its brands, title, logo, and the figures for media values. */
import { useState } from 'react';
import { figureFault, figureOf } from '../../exposure/money-figures.ts';
import { bytes } from '../../format/quantity.ts';
import type { Logo } from '../../format/report-logo.ts';
import { Button } from '../../ui/button.tsx';
import { ChipsField } from '../../ui/chips-field.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { ReportAsk } from './report-calls.ts';
import styles from './reports.module.css';

export interface ReportDraft {
  readonly title: string;
  readonly brands: readonly string[];
  readonly cpm: string;
  readonly audience: string;
  readonly logo: Logo | null;
  /** Whether the report has a page for each brand, and all tables and timelines. */
  readonly isFull: boolean;
}

export const emptyDraft: ReportDraft = {
  title: '',
  brands: [],
  cpm: '',
  audience: '',
  logo: null,
  isFull: false,
};

/** The draft as a request to the service. `hasPrices`: the workspace keeps prices, so that the report has values. */
export function askOf(about: ReportAsk, draft: ReportDraft, hasPrices: boolean): ReportAsk {
  const cpm = figureOf(draft.cpm);
  const isPriced = hasPrices || cpm !== undefined;
  const audience = figureOf(draft.audience) ?? (isPriced ? ('views' as const) : undefined);
  return {
    ...about,
    ...(draft.title.trim() && { title: draft.title.trim() }),
    ...(draft.brands.length > 0 && { brands: [...draft.brands] }),
    ...(cpm !== undefined && { cpm_usd: cpm }),
    ...(audience !== undefined && { audience }),
    ...(draft.logo && { logo: draft.logo.url }),
    ...(draft.isFull && { detail: 'full' as const }),
  };
}

interface FieldsProps {
  readonly draft: ReportDraft;
  readonly change: (draft: ReportDraft) => void;
  /** Brand names to suggest while the user types. */
  readonly known: readonly string[];
}

export function ReportFields({ draft, change, known: brandNames }: FieldsProps) {
  const set = (part: Partial<ReportDraft>) => change({ ...draft, ...part });
  return (
    <div className={styles.fields}>
      <ChipsField
        label="Brands"
        hint="Only these; none means all. Shares still count the others."
        values={draft.brands}
        suggestions={brandNames}
        onChange={(brands) => set({ brands })}
      />
      <TextField
        label="Title"
        hint="Shown on the cover."
        maxLength={200}
        value={draft.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextField
        label="CPM in US dollars"
        hint="Price of a thousand views of a 30-second spot. Empty: the prices of the workspace."
        inputMode="decimal"
        error={figureFault(draft.cpm, 'cpm_usd')}
        value={draft.cpm}
        onChange={({ target }) => set({ cpm: target.value })}
      />
      <TextField
        label="Audience"
        hint="Viewers of each of the videos. Empty: what is known of each, from its platform or set by hand."
        inputMode="numeric"
        error={figureFault(draft.audience, 'audience')}
        value={draft.audience}
        onChange={({ target }) => set({ audience: target.value })}
      />
      <LogoField logo={draft.logo} onLogo={(logo) => set({ logo })} />
      <div className={styles.whole}>
        <Checkbox
          label="A page for each brand"
          hint="Otherwise four to six pages: cover, brands, proof frames, timelines and method."
          checked={draft.isFull}
          onChange={({ target }) => set({ isFull: target.checked })}
        />
      </div>
    </div>
  );
}

const mostLogoBytes = 300_000;

interface LogoProps {
  readonly logo: Logo | null;
  readonly onLogo: (logo: Logo | null) => void;
}

export function LogoField({ logo, onLogo }: LogoProps) {
  const [fault, setFault] = useState<string>();
  const take = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return;
    const tooLarge = file.size > mostLogoBytes;
    setFault(tooLarge ? `${file.name} has ${bytes(file.size)}.` : undefined);
    if (!tooLarge) onLogo({ name: file.name, url: await dataUrlOf(file) });
  };

  if (logo) {
    return (
      <div className={styles.whole}>
        <div className={styles.logo}>
          <img src={logo.url} alt={`Logo for the cover: ${logo.name}`} />
          <Button small onClick={() => onLogo(null)}>
            Remove logo
          </Button>
        </div>
      </div>
    );
  }

  return (
    <div className={styles.whole}>
      <FileDrop
        label="Choose a logo"
        accept="image/png,image/jpeg,image/webp"
        onFiles={(files) => void take(files)}
      >
        Logo for the cover: PNG, JPEG or WebP, at most {bytes(mostLogoBytes)}. This browser keeps it
        for the next report.
      </FileDrop>
      {fault && (
        <Notice kind="warning" title="The logo is too large.">
          {fault}
        </Notice>
      )}
    </div>
  );
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
