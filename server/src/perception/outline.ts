/** Converts outlines to the form that results use. */
import type { Ring } from '../engines/objects.ts';

/** An object with the field `outline`, or an empty object if there is none. */
export function outlineOf({ outline }: { readonly outline?: readonly Ring[] }): {
  outline?: [number, number][][];
} {
  if (!outline) return {};
  return { outline: outline.map((ring) => ring.map(([x, y]): [number, number] => [x, y])) };
}
