/** An entry in the menu of a brand, an object or one appearance. */
import type { ComponentType } from 'react';
import type { Appearance, Thing } from './things.ts';

export interface ActionTarget {
  /** One thing, or those selected in the table. */
  readonly things: readonly Thing[];
  /** Present if the action applies to this one appearance. */
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
