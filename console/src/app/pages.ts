/**
 * The table of pages: each page's address, its entry in the navigation, and its code, which is loaded on the first
 * visit.
 */
import {
  BellRing,
  Captions,
  ChartLine,
  FileText,
  ListVideo,
  type LucideIcon,
  Radar,
  Server,
  Settings,
  Target,
} from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface Page {
  /** Route pattern for wouter; `:id` becomes a parameter. */
  readonly path: string;
  /** Present if the navigation has an entry for the page. */
  readonly nav?: {
    readonly label: string;
    readonly Icon: LucideIcon;
    /** Further pages on which the entry is highlighted, with all pages below them. */
    readonly also?: readonly string[];
  };
  /**
   * Target of the navigation entry, which is highlighted on this page and on all pages below it. By default it is the
   * path, if the path has no parameters.
   */
  readonly below?: string;
  readonly operatorOnly?: boolean;
  readonly Component: LazyExoticComponent<ComponentType>;
}

export const pages: readonly Page[] = [
  {
    path: '/',
    Component: lazy(() => import('./home-page.tsx').then((file) => ({ default: file.HomePage }))),
  },
  {
    path: '/trends',
    nav: { label: 'Brands over time', Icon: ChartLine },
    Component: lazy(() =>
      import('../pages/trends/trends-page.tsx').then((file) => ({ default: file.TrendsPage })),
    ),
  },
  {
    path: '/analyse',
    nav: { label: 'Analyse', Icon: Captions },
    Component: lazy(() =>
      import('../analyse/analyse-page.tsx').then((file) => ({ default: file.AnalysePage })),
    ),
  },
  {
    path: '/jobs',
    nav: { label: 'Videos', Icon: ListVideo, also: ['/batches', '/compare'] },
    Component: lazy(() =>
      import('../pages/jobs/jobs-page.tsx').then((file) => ({ default: file.JobsPage })),
    ),
  },
  {
    path: '/jobs/:id',
    Component: lazy(() =>
      import('../job/job-page.tsx').then((file) => ({ default: file.JobPage })),
    ),
  },
  {
    path: '/sample',
    Component: lazy(() =>
      import('../pages/sample/sample-page.tsx').then((file) => file.loadSample()),
    ),
  },
  {
    path: '/compare',
    Component: lazy(() =>
      import('../pages/compare/compare-page.tsx').then((file) => ({ default: file.ComparePage })),
    ),
  },
  {
    path: '/campaigns',
    nav: { label: 'Campaigns', Icon: Target },
    Component: lazy(() =>
      import('../pages/campaigns/campaigns-page.tsx').then((file) => ({
        default: file.CampaignsPage,
      })),
    ),
  },
  {
    path: '/follows',
    nav: { label: 'Follows', Icon: Radar },
    Component: lazy(() =>
      import('../pages/follows/follows-page.tsx').then((file) => ({ default: file.FollowsPage })),
    ),
  },
  {
    path: '/follows/new',
    Component: lazy(() =>
      import('../pages/follows/new-follow-page.tsx').then((file) => ({
        default: file.NewFollowPage,
      })),
    ),
  },
  {
    path: '/follows/:id',
    Component: lazy(() =>
      import('../pages/follows/follow-page.tsx').then((file) => ({ default: file.FollowPage })),
    ),
  },
  {
    path: '/alerts',
    nav: { label: 'Alerts', Icon: BellRing },
    Component: lazy(() =>
      import('../pages/alerts/alerts-page.tsx').then((file) => ({ default: file.AlertsPage })),
    ),
  },
  {
    path: '/batches',
    Component: lazy(() =>
      import('../pages/batches/batches-page.tsx').then((file) => ({ default: file.BatchesPage })),
    ),
  },
  {
    path: '/batches/:id',
    Component: lazy(() =>
      import('../pages/batches/batch-page.tsx').then((file) => ({ default: file.BatchPage })),
    ),
  },
  {
    path: '/reports',
    nav: { label: 'Reports', Icon: FileText },
    Component: lazy(() =>
      import('../pages/reports/reports-page.tsx').then((file) => ({ default: file.ReportsPage })),
    ),
  },
  {
    path: '/reports/scheduled',
    Component: lazy(() =>
      import('../pages/reports/scheduled-page.tsx').then((file) => ({
        default: file.ScheduledPage,
      })),
    ),
  },
  {
    path: '/reports/:id',
    Component: lazy(() =>
      import('../pages/reports/report-page.tsx').then((file) => ({ default: file.ReportPage })),
    ),
  },
  {
    path: '/brands',
    Component: lazy(() =>
      import('./moved-page.tsx').then((file) => ({ default: file.MovedLibrary })),
    ),
  },
  {
    path: '/settings/:part?',
    nav: { label: 'Settings', Icon: Settings },
    below: '/settings',
    Component: lazy(() =>
      import('../pages/settings/settings-page.tsx').then((file) => ({
        default: file.SettingsPage,
      })),
    ),
  },
  {
    path: '/operator/:part?',
    nav: { label: 'Operator', Icon: Server },
    below: '/operator',
    operatorOnly: true,
    Component: lazy(() =>
      import('../pages/operator/operator-page.tsx').then((file) => ({
        default: file.OperatorPage,
      })),
    ),
  },
];
