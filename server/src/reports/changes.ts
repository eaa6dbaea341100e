/** Finds out what people changed about each brand of a report. */
import { counted } from '@reelsight/contract/counted';
import { identityOf } from '../analysis/name-key.ts';
import type { ReportContent } from './content.ts';

export interface Change {
  /** Sign shown next to the brand's name in the table. */
  readonly sign: string;
  /** Text shown next to the title of the brand's page. */
  readonly mark: string;
  /** The changes in a few words. */
  readonly text: string;
  /** True if no engine found any of the brand's appearances. */
  readonly isAdded: boolean;
}

export const changeSigns = '* corrected by a person, + added by a person.';

/** The changes by the identity of the brand's name; brands without changes are absent. */
export function changesOf({ videos, exposure }: ReportContent): Map<string, Change> {
  const allAppearances = videos.flatMap(({ appearances }) => appearances);
  const byBrand = Map.groupBy(allAppearances, ({ brand }) => identityOf(brand));
  const changes = new Map<string, Change>();

  for (const { name, corrected } of exposure.brands) {
    const brandAppearances = byBrand.get(identityOf(name)) ?? [];
    const addedCount = brandAppearances.filter((appearance) => appearance.added).length;
    const correctedCount =
      brandAppearances.filter((appearance) => appearance.corrected).length - addedCount;
    if (!corrected && addedCount + correctedCount === 0) continue;

    const isAdded = addedCount > 0 && addedCount === brandAppearances.length;
    changes.set(identityOf(name), {
      ...(isAdded
        ? { sign: '+', mark: 'Added by a person' }
        : { sign: '*', mark: 'Corrected by a person' }),
      text: wordsOf({ added: addedCount, other: correctedCount, all: brandAppearances.length }),
      isAdded,
    });
  }

  return changes;
}

function wordsOf(of: { readonly added: number; readonly other: number; readonly all: number }) {
  const { added: addedCount, other: correctedCount, all: totalCount } = of;
  if (addedCount === totalCount && totalCount > 0)
    return `${counted(totalCount, 'appearance')} added`;
  const parts = [
    ...(addedCount > 0 ? [`${addedCount} added`] : []),
    ...(correctedCount > 0 ? [`${correctedCount} corrected`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'some taken away';
}
