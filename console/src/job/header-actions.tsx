/**
 * Share and Export at the head of a job's page. A feature adds an entry to `jobActions`; its panel opens below the
 * header and is closed by `onClose`.
 */
import type { JobRowView } from '@reelsight/contract';
import type { ExportFormat } from '@reelsight/sdk';
import { lazy } from 'react';
import { workspacePath } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-button.tsx';
import { Menu, MenuButton, MenuDownload } from '../ui/menu.tsx';
import type { JobAction } from './job-action.ts';
import { useJobAddress } from './job-address.ts';
import { leastOf } from './sure.ts';

// Fetched when they are opened.
const ClipPanel = lazy(() =>
  import('./clip-panel.tsx').then((file) => ({ default: file.ClipPanel })),
);
const ReportPanel = lazy(() =>
  import('./report-panel.tsx').then((file) => ({ default: file.ReportPanel })),
);
const SharePanel = lazy(() =>
  import('./share-panel.tsx').then((file) => ({ default: file.SharePanel })),
);

const hasBrands = ({ capabilities }: JobRowView): boolean => capabilities.includes('brands');

/** In the order in which they stand. */
export const jobActions: readonly JobAction[] = [
  { id: 'report', label: 'Report', place: 'header', offered: hasBrands, Panel: ReportPanel },
  { id: 'share', label: 'Share', place: 'header', offered: () => true, Panel: SharePanel },
  {
    id: 'clips',
    label: 'Clips',
    place: 'export',
    offered: ({ upload_key }) => upload_key !== null,
    Panel: ClipPanel,
  },
];

interface HeaderActionsProps {
  readonly row: JobRowView;
  /** Opens the panel of an action, or closes it if it is open. */
  readonly onOpen: (id: string) => void;
}

export function HeaderActions({ row, onOpen }: HeaderActionsProps) {
  if (row.status !== 'completed') return null;
  const offered = jobActions.filter((action) => action.offered(row));
  return (
    <>
      {offered
        .filter(({ place }) => place === 'header')
        .map(({ id, label }) => (
          <Button key={id} onClick={() => onOpen(id)}>
            {label}
          </Button>
        ))}
      <Menu label="Export" weight="primary">
        {offered
          .filter(({ place }) => place === 'export')
          .map(({ id, label }) => (
            <MenuButton key={id} onClick={() => onOpen(id)}>
              {label}
            </MenuButton>
          ))}
        <Files row={row} />
      </Menu>
    </>
  );
}

/** The usual files; the tab Data has all of them. */
function Files({ row }: { readonly row: JobRowView }) {
  const workspace = useWorkspaceId();
  const [read, change] = useJobAddress();
  const least = leastOf(read('least'));
  const has = (one: JobRowView['capabilities'][number]) => row.capabilities.includes(one);
  const asFound = read('found') === '1' ? { corrected: 'false' } : {};
  const file = (format: ExportFormat, more: Record<string, string> = {}) =>
    exportPath(workspace, row.job_id, format, least, { ...more, ...asFound });
  return (
    <>
      {(has('brands') || has('objects')) && (
        <MenuDownload href={file('csv', { bom: 'true' })}>Appearances (CSV)</MenuDownload>
      )}
      {(has('brands') || has('objects')) && (
        <MenuDownload href={`${workspacePath(workspace)}/v1/jobs/${row.job_id}/proof-frames.zip`}>
          Proof frames (ZIP)
        </MenuDownload>
      )}
      {has('transcription') && <MenuDownload href={file('srt')}>Subtitles (SRT)</MenuDownload>}
      <MenuButton onClick={() => change({ tab: 'data' })}>JSON and other files</MenuButton>
      <MenuButton onClick={() => void copyText(location.href)}>Copy link to this second</MenuButton>
    </>
  );
}

/** An exported file, without what is less sure than the page shows. */
export function exportPath(
  workspace: string,
  job: string,
  format: ExportFormat,
  least: number,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...more, ...(least > 0 && { min_confidence: `${least}` }) });
  const asked = query.size > 0 ? `?${query}` : '';
  return `${workspacePath(workspace)}/v1/jobs/${job}/exports/${format}${asked}`;
}
