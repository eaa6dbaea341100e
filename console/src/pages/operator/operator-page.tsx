/** `/operator/…`: the health of the service and all of its workspaces, for its operator. */
import { usePlace } from '../../api/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/notice.tsx';
import { type SidePage, SidePages } from '../../ui/side-pages.tsx';
import { Accounts } from './accounts.tsx';
import { ServiceAudit } from './audit.tsx';
import { Backups } from './backups.tsx';
import { Disk } from './disk.tsx';
import { Engines } from './engines.tsx';
import { ServiceOverview } from './overview.tsx';
import { Platforms } from './platforms.tsx';
import { Runners } from './runners.tsx';
import { Workspaces } from './workspaces.tsx';

const parts: readonly SidePage[] = [
  { id: 'overview', label: 'Overview', Content: ServiceOverview },
  { id: 'workspaces', label: 'Workspaces', Content: Workspaces },
  { id: 'engines', label: 'Engines and models', Content: Engines },
  { id: 'runners', label: 'Runners', Content: Runners },
  { id: 'platforms', label: 'Platforms', Content: Platforms },
  { id: 'disk', label: 'Disk', Content: Disk },
  { id: 'accounts', label: 'Accounts', Content: Accounts },
  { id: 'backups', label: 'Backups', Content: Backups },
  { id: 'audit', label: 'Audit log', Content: ServiceAudit },
];

export function OperatorPage() {
  const { user } = usePlace().session;
  if (!user.operator) {
    return (
      <EmptyState
        title="This page is for the operator of the service"
        action={<ButtonLink href="/analyse">Analyse a video</ButtonLink>}
      >
        <p>The operator is the first account of this service.</p>
      </EmptyState>
    );
  }

  return <SidePages label="Operator" base="/operator" parts={parts} />;
}
