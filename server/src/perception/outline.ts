/** Outlines as results have them. */
import type { Ring } from '../engines/objects.ts';

/** The field `outline`, if there is one. */
export function outlineOf({ outline }: { readonly outline?: readonly Ring[] }): {
  outline?: [number, number][][];
} {
  if (!outline) return {};
  return { outline: outline.map((ring) => ring.map(([x, y]): [number, number] => [x, y])) };
}
