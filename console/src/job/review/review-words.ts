/** Possible brands in words: why a text may be one, and how long it is seen. */
import type { PossibleBrand, PossibleBrandReason } from '@reelsight/contract';
import { counted } from '../../format/quantity.ts';
import { lengthText } from '../../format/time.ts';

const reasonWords: Readonly<Record<PossibleBrandReason, string>> = {
  registered_mark: '®, ™ or © beside it',
  known_name: 'a known name',
  web_address: 'a web address',
  company_form: 'Inc, GmbH or the like behind it',
  near_known_name: 'nearly a known name',
  end_card: 'at the end of the video',
  stands_alone: 'large or alone',
};

type Reasoned = Pick<PossibleBrand, 'reasons' | 'near'>;

/** `a web address, nearly “Nike”`; a reason that only a later version of the service knows keeps its name. */
export function reasonText({ reasons, near }: Reasoned): string {
  return reasons
    .map((reason) => {
      if (near !== undefined && reason === 'near_known_name') return `nearly “${near}”`;
      if (near !== undefined && reason === 'known_name') return `the known name “${near}”`;
      return reasonWords[reason] ?? reason;
    })
    .join(', ');
}

/** `2 times, 4.5 s` */
export const seenText = (
  candidate: Pick<PossibleBrand, 'total_appearances' | 'total_visible_duration'>,
): string =>
  `${counted(candidate.total_appearances, 'time')}, ${lengthText(candidate.total_visible_duration)}`;
