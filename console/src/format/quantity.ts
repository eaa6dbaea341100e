/** Formats counts and sizes for people to read. */
import { counted } from '@reelsight/contract/counted';

export { counted, countText as number } from '@reelsight/contract/counted';
export { sizeText as bytes } from '@reelsight/contract/size-text';

/** `once`, `3 times` */
export function times(count: number): string {
  return count === 1 ? 'once' : counted(count, 'time');
}

export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`;
}
