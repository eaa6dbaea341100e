/** The table of pages: address, place in the navigation, code that is fetched when it is first seen. */
import { Captions, type LucideIcon } from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface Page {
  /** As wouter reads it; `:id` becomes a parameter. */
  readonly path: string;
  /** Present where the navigation leads here. */
  readonly nav?: { readonly label: string; readonly Icon: LucideIcon };
  /** Addresses below which the entry of the navigation counts as chosen. */
  readonly below?: string;
  readonly operatorOnly?: boolean;
  readonly Component: LazyExoticComponent<ComponentType>;
}

export const pages: readonly Page[] = [
  {
    path: '/',
    nav: { label: 'Analyse', Icon: Captions },
    Component: lazy(() =>
      import('../analyse/analyse-page.tsx').then((file) => ({ default: file.AnalysePage })),
    ),
  },
  {
    path: '/jobs/:id',
    Component: lazy(() =>
      import('../job/job-page.tsx').then((file) => ({ default: file.JobPage })),
    ),
  },
];
