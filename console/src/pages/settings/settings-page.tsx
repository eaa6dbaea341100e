/** `/settings/…`: settings of the workspace and of the user's account. */
import { useCountsCredits } from '../../api/session.ts';
import { type SidePage, SidePages } from '../../ui/side-pages.tsx';
import { BrandsPage } from '../brands/brands-page.tsx';
import { GlossaryPage } from '../glossary/glossary-page.tsx';
import { AccountSettings } from './account-settings.tsx';
import { ApiKeys } from './api-keys.tsx';
import { WorkspaceAudit } from './audit.tsx';
import { Links } from './links.tsx';
import { MediaPriceSettings } from './media-prices.tsx';
import { Members } from './members.tsx';
import { NotificationSettings } from './notifications.tsx';
import { PlanAndCredits } from './plan-and-credits.tsx';
import { Usage } from './usage.tsx';
import { Webhooks } from './webhooks.tsx';
import { WorkspaceSettings } from './workspace-settings.tsx';

const parts: readonly SidePage[] = [
  { id: 'brands', label: 'Brand library', Content: BrandsPage },
  { id: 'glossary', label: 'Glossary', Content: GlossaryPage },
  { id: 'keys', label: 'API keys', Content: ApiKeys },
  { id: 'webhooks', label: 'Webhooks', Content: Webhooks },
  { id: 'notifications', label: 'Notifications', Content: NotificationSettings },
  { id: 'usage', label: 'Usage', Content: Usage },
  { id: 'plan', label: 'Plan and credits', Content: PlanAndCredits },
  { id: 'prices', label: 'Prices', Content: MediaPriceSettings },
  { id: 'links', label: 'Links', Content: Links },
  { id: 'members', label: 'Members', Content: Members },
  { id: 'workspace', label: 'Workspace', Content: WorkspaceSettings },
  { id: 'audit', label: 'Audit log', Content: WorkspaceAudit },
  { id: 'account', label: 'Your account', Content: AccountSettings },
];

/** Parts about plan and credits alone. */
const creditParts: readonly string[] = ['usage', 'plan'];

export function SettingsPage() {
  const countsCredits = useCountsCredits();
  const shownParts = countsCredits ? parts : parts.filter(({ id }) => !creditParts.includes(id));
  return <SidePages label="Settings" base="/settings" parts={shownParts} />;
}
