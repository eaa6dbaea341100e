/** An entry in the menu of a brand, an object or one appearance. */
import type { ComponentType } from 'react';
import type { Appearance, Thing } from './things.ts';

export interface ActionTarget {
  /** The brand or object that the action applies to, or all those selected in the table. */
  readonly things: readonly Thing[];
  /** Present if the action applies to this appearance only. */
  readonly appearance?: Appearance;
}

export interface BrandActionProps extends ActionTarget {
  readonly onClose: () => void;
}

export interface BrandAction {
  readonly id: string;
  /** `Dismiss`, `Clip` */
  readonly label: string;
  readonly offered: (target: ActionTarget) => boolean;
  readonly Panel: ComponentType<BrandActionProps>;
}
