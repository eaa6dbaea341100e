/** The corrections that the menu of a brand, an object or one appearance offers; their forms load when one is opened. */
import { lazy } from 'react';
import type { ActionTarget, BrandAction } from '../things/brand-action.ts';

const forms = () => import('./correct-forms.tsx');
const Confirm = lazy(() => forms().then((file) => ({ default: file.Confirm })));
const Rename = lazy(() => forms().then((file) => ({ default: file.Rename })));
const Merge = lazy(() => forms().then((file) => ({ default: file.Merge })));
const Dismiss = lazy(() => forms().then((file) => ({ default: file.Dismiss })));

const isNotEmpty = ({ things }: ActionTarget): boolean => things.length > 0;
const isSingle = ({ things }: ActionTarget): boolean => things.length === 1;

export const correctActions: readonly BrandAction[] = [
  { id: 'confirm', label: 'Confirm', offered: isNotEmpty, Panel: Confirm },
  { id: 'rename', label: 'Rename', offered: isSingle, Panel: Rename },
  { id: 'merge', label: 'Merge', offered: isNotEmpty, Panel: Merge },
  { id: 'dismiss', label: 'Dismiss', offered: isNotEmpty, Panel: Dismiss },
];
