/**
 * The buttons Share and Export at the head of a job's page. A feature adds an entry to `jobActions`; its panel opens
 * below the header and is closed by `onClose`.
 */
import type { JobRowView } from '@reelsight/contract';
import type { ExportFormat } from '@reelsight/sdk';
import { lazy } from 'react';
import { workspacePath } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-button.tsx';
import { Menu, MenuButton, MenuDownload } from '../ui/menu.tsx';
import { type Earlier, holderOfPart } from './earlier.ts';
import type { JobAction } from './job-action.ts';
import { useJobAddress } from './job-address.ts';
import { leastOf } from './sure.ts';

// Loaded when opened.
const ClipPanel = lazy(() =>
  import('./clips/clip-panel.tsx').then((file) => ({ default: file.ClipPanel })),
);
const ReportPanel = lazy(() =>
  import('./report-panel.tsx').then((file) => ({ default: file.ReportPanel })),
);
const SharePanel = lazy(() =>
  import('./share-panel.tsx').then((file) => ({ default: file.SharePanel })),
);

const hasBrands = ({ capabilities }: JobRowView): boolean => capabilities.includes('brands');

/** The job that an action applies to: the page's own, or the earlier one whose brands the page shows. */
export function holderOf(
  { about }: JobAction,
  row: JobRowView,
  earlier: readonly Earlier[],
): JobRowView {
  return (about && holderOfPart(row, earlier, about)) ?? row;
}

/** In display order. */
export const jobActions: readonly JobAction[] = [
  {
    id: 'report',
    label: 'Report',
    place: 'header',
    about: 'brands',
    offered: hasBrands,
    Panel: ReportPanel,
  },
  { id: 'share', label: 'Share', place: 'header', offered: () => true, Panel: SharePanel },
  {
    id: 'clips',
    label: 'Clips',
    place: 'export',
    offered: ({ upload_key, test }) => upload_key !== null && !test,
    Panel: ClipPanel,
  },
];

interface HeaderActionsProps {
  readonly row: JobRowView;
  readonly earlier: readonly Earlier[];
  /** Opens the panel of an action, or closes the panel if it is already open. */
  readonly onOpen: (id: string) => void;
}

export function HeaderActions({ row, earlier, onOpen }: HeaderActionsProps) {
  if (row.status !== 'completed') return null;

  const offered = jobActions.filter((action) => action.offered(holderOf(action, row, earlier)));
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
        <Files row={row} earlier={earlier} />
      </Menu>
    </>
  );
}

/**
 * The most common files; the Data tab has all of them. The labels are repeated in this file, because the table of
 * formats, if imported, would load before the first picture.
 */
function Files({ row, earlier }: Pick<HeaderActionsProps, 'row' | 'earlier'>) {
  const workspace = useWorkspaceId();
  const [getParam, change] = useJobAddress();
  const minConfidence = leastOf(getParam('least'));
  const pictureJob = holderOfPart(row, earlier, 'brands') ?? holderOfPart(row, earlier, 'objects');
  const speechJob = holderOfPart(row, earlier, 'transcription');
  const asFound = getParam('found') === '1' ? { corrected: 'false' } : {};
  const file = (of: JobRowView, format: ExportFormat, params: Record<string, string> = {}) =>
    exportPath(workspace, of.job_id, format, minConfidence, { ...params, ...asFound });

  return (
    <>
      {pictureJob && (
        <MenuDownload href={file(pictureJob, 'csv', { bom: 'true' })}>
          Appearances (CSV)
        </MenuDownload>
      )}
      {pictureJob && (
        <MenuDownload
          href={`${workspacePath(workspace)}/v1/jobs/${pictureJob.job_id}/proof-frames.zip`}
        >
          Proof frames (ZIP)
        </MenuDownload>
      )}
      {speechJob && <MenuDownload href={file(speechJob, 'srt')}>Subtitles (SRT)</MenuDownload>}
      <MenuButton onClick={() => change({ tab: 'data' })}>JSON and other files</MenuButton>
      <MenuButton onClick={() => void copyText(location.href)}>Copy link to this second</MenuButton>
    </>
  );
}

/** Address of an exported file without anything below the page's minimum confidence. */
export function exportPath(
  workspace: string,
  job: string,
  format: ExportFormat,
  minConfidence: number,
  params: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    ...params,
    ...(minConfidence > 0 && { min_confidence: `${minConfidence}` }),
  });
  const search = query.size > 0 ? `?${query}` : '';
  return `${workspacePath(workspace)}/v1/jobs/${job}/exports/${format}${search}`;
}
