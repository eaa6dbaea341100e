/** Finds what people changed for each brand of a report. */
import { identityOf } from '../analysis/name-key.ts';
import type { ReportContent } from './content.ts';
import { several } from './words.ts';

export interface Change {
  /** Shown next to the name in the table. */
  readonly sign: string;
  /** Shown next to the title of the page. */
  readonly mark: string;
  /** What was done, in a few words. */
  readonly text: string;
  /** True if no engine found any of its appearances. */
  readonly isAdded: boolean;
}

export const changeSigns = '* corrected by a person, + added by a person.';

/** Keyed by the identity of names; brands that nobody changed are absent. */
export function changesOf({ videos, exposure }: ReportContent): Map<string, Change> {
  const all = videos.flatMap(({ appearances }) => appearances);
  const byBrand = Map.groupBy(all, ({ brand }) => identityOf(brand));
  const changes = new Map<string, Change>();

  for (const { name, corrected } of exposure.brands) {
    const own = byBrand.get(identityOf(name)) ?? [];
    const added = own.filter((one) => one.added).length;
    const other = own.filter((one) => one.corrected).length - added;
    if (!corrected && added + other === 0) continue;

    const isAdded = added > 0 && added === own.length;
    changes.set(identityOf(name), {
      ...(isAdded
        ? { sign: '+', mark: 'Added by a person' }
        : { sign: '*', mark: 'Corrected by a person' }),
      text: wordsOf({ added, other, all: own.length }),
      isAdded,
    });
  }

  return changes;
}

function wordsOf(of: { readonly added: number; readonly other: number; readonly all: number }) {
  const { added, other, all } = of;
  if (added === all && all > 0) return `${several(all, 'appearance')} added`;
  const parts = [
    ...(added > 0 ? [`${added} added`] : []),
    ...(other > 0 ? [`${other} corrected`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'some taken away';
}
