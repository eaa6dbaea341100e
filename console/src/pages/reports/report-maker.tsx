/** Chooses the file format of a report; one press makes the report and downloads it. */
import type { ReportFormat } from '@reelsight/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { useWorkspaceId } from '../../api/session.ts';
import { reportAddress } from '../../app/addresses.ts';
import { hasPrice, useMediaPrices } from '../../exposure/media-prices.ts';
import { figureFault } from '../../exposure/money-figures.ts';
import { useReportLogo } from '../../format/report-logo.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { formatNames, formats, type ReportAsk, useReportFile } from './report-calls.ts';
import { askOf, emptyDraft, ReportFields } from './report-fields.tsx';
import styles from './reports.module.css';

interface MakerProps {
  /** The videos of the report: jobs, a batch or a Follow. */
  readonly about: ReportAsk;
  /** Names of the brands in the videos, if the page knows any. */
  readonly known?: readonly string[];
  /** Says which videos the report will leave out; absent if it leaves out none. */
  readonly warning?: string | undefined;
  readonly onClose: () => void;
}

export function ReportMaker({ about, known: brandNames = [], warning, onClose }: MakerProps) {
  const workspace = useWorkspaceId();
  const [logo, keepLogo] = useReportLogo(workspace);
  const [typed, setTyped] = useState(emptyDraft);
  const draft = { ...typed, logo };
  const change = (next: typeof draft) => {
    setTyped(next);
    if (next.logo !== logo) keepLogo(next.logo);
  };
  const faulty =
    figureFault(draft.cpm, 'cpm_usd') !== undefined ||
    figureFault(draft.audience, 'audience') !== undefined;
  const { data: prices } = useMediaPrices(workspace);
  const make = useReportFile(workspace, askOf(about, draft, hasPrice(prices)));

  return (
    <section className={styles.maker} aria-label="Report">
      {warning && <Notice kind="warning">{warning}</Notice>}
      <div className={styles.formats}>
        {formats.map((format) => (
          <FormatButton key={format} format={format} make={make} faulty={faulty} />
        ))}
        <Button weight="quiet" onClick={onClose}>
          Cancel
        </Button>
        <ButtonLink href="/reports" weight="quiet">
          All reports
        </ButtonLink>
      </div>
      <p role="status" className={styles.soft}>
        {make.isSuccess ? (
          <>
            {make.data.title}: {formatNames[make.variables]} is downloaded.{' '}
            <Link href={reportAddress(make.data.report_id)}>Open the report</Link>
          </>
        ) : draft.isFull ? (
          'All numbers, timelines and proof frames, with a page for each brand.'
        ) : (
          'A summary: cover, brands, proof frames, timelines and method.'
        )}
      </p>
      {make.error && (
        <Notice kind="error" title="The report could not be made.">
          {messageOf(make.error)}
        </Notice>
      )}
      <Disclosure summary="Brands, title, logo, pages and media value">
        <ReportFields draft={draft} change={change} known={brandNames} />
      </Disclosure>
    </section>
  );
}

interface FormatProps {
  readonly format: ReportFormat;
  readonly make: ReturnType<typeof useReportFile>;
  /** True if a figure was typed that is not a valid number. */
  readonly faulty: boolean;
}

function FormatButton({ format, make, faulty }: FormatProps) {
  const busy = make.isPending && make.variables === format && `Making ${formatNames[format]} …`;
  return (
    <Button
      weight={format === 'pdf' ? 'primary' : 'plain'}
      busy={busy}
      disabled={faulty}
      onClick={() => !make.isPending && make.mutate(format)}
    >
      {formatNames[format]}
    </Button>
  );
}
