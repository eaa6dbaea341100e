/** Words for what a video discloses about who paid. They never say that something is undisclosed. */
import type { BrandResult, Disclosure } from '@reelsight/contract';
import { counted } from '../../format/quantity.ts';
import { timeText } from '../../format/time.ts';

const signWords: Readonly<Record<Disclosure['sign'], string>> = {
  said: 'said',
  on_screen: 'on screen',
  chapter: 'in the title of a chapter',
  title: 'in the title',
  description: 'in the description',
  hashtag: 'by a hashtag',
  platform: 'by the label of the platform',
};

type Sign = Pick<Disclosure, 'sign' | 'timestamp'>;

/** Whether a sign is at some second of the video, and not about all of it. */
export const hasSecond = ({ sign }: Pick<Disclosure, 'sign'>): boolean =>
  sign === 'said' || sign === 'on_screen' || sign === 'chapter';

/** `said at 0:04.0`, `in the description` */
export function signText({ sign, timestamp }: Sign): string {
  return hasSecond({ sign }) ? `${signWords[sign]} at ${timeText(timestamp)}` : signWords[sign];
}

const orderWords = {
  before: 'before it is first seen or said',
  with: 'as it is first seen or said',
  after: 'after it is first seen or said',
  outside: null,
} as const;

const noneText = ({ signs }: NonNullable<BrandResult['disclosure']>): string =>
  signs.length === 0 ? 'no disclosure found' : 'no disclosure found that names it';

/** What is known of whether a brand paid; null if the results do not tell. */
export function recordText({ disclosure }: Pick<BrandResult, 'disclosure'>): string | null {
  if (!disclosure) return null;
  if (disclosure.paid === 'not_known')
    return `Not known whether it is paid for: ${noneText(disclosure)}`;

  const namingSigns = disclosure.signs.filter(({ names_brand: namesBrand }) => namesBrand);
  const [first, ...moreSigns] = namingSigns;
  if (!first) return `Paid for, as it sounds: ${noneText(disclosure)}`;

  const order = orderWords[first.order];
  const rest = moreSigns.length > 0 ? `, and ${counted(moreSigns.length, 'more sign')}` : '';
  return `Paid for: disclosed ${signText(first)}${order ? `, ${order}` : ''}${rest}`;
}
