/** Which file of a report is wanted; one press makes it and hands it over. */
import type { ReportFormat } from '@reelsight/contract';
import { useState } from 'react';
import { useWorkspaceId } from '../../api/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { formatNames, formats, type ReportAsk, useReportFile } from './report-calls.ts';
import styles from './reports.module.css';

interface MakerProps {
  /** The videos: jobs, a batch or a Follow. */
  readonly about: ReportAsk;
  readonly onClose: () => void;
}

/** A number that was typed; undefined if the field is empty or holds none. */
function numberOf(text: string): number | undefined {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) || value < 0 ? undefined : value;
}

export function ReportMaker({ about, onClose }: MakerProps) {
  const workspace = useWorkspaceId();
  const [title, setTitle] = useState('');
  const [cpm, setCpm] = useState('');
  const [audience, setAudience] = useState('');
  const [price, viewers] = [numberOf(cpm), numberOf(audience)];
  const make = useReportFile(workspace, {
    ...about,
    ...(title.trim() && { title: title.trim() }),
    ...(price !== undefined && { cpm_usd: price }),
    ...(viewers !== undefined && { audience: Math.round(viewers) }),
  });
  return (
    <section className={styles.maker} aria-label="Report">
      <div className={styles.formats}>
        {formats.map((format) => (
          <FormatButton key={format} {...{ format, make }} />
        ))}
        <Button weight="quiet" onClick={onClose}>
          Cancel
        </Button>
        <ButtonLink href="/reports" weight="quiet">
          All reports
        </ButtonLink>
      </div>
      <p role="status" className={styles.soft}>
        {make.isSuccess
          ? `${make.data.title}: ${formatNames[make.variables]} is downloaded.`
          : 'Cover, numbers, share of voice, timeline, proof frames and method.'}
      </p>
      {make.error && (
        <Notice kind="error" title="The report could not be made.">
          {messageOf(make.error)}
        </Notice>
      )}
      <Disclosure summary="Title and media value">
        <div className={styles.fields}>
          <TextField
            label="Title"
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
          <TextField
            label="CPM in US dollars"
            hint="Price of a thousand views of a 30-second spot; with the audience."
            inputMode="decimal"
            value={cpm}
            onChange={({ target }) => setCpm(target.value)}
          />
          <TextField
            label="Audience"
            hint="Viewers of each of the videos."
            inputMode="numeric"
            value={audience}
            onChange={({ target }) => setAudience(target.value)}
          />
        </div>
      </Disclosure>
    </section>
  );
}

interface FormatProps {
  readonly format: ReportFormat;
  readonly make: ReturnType<typeof useReportFile>;
}

function FormatButton({ format, make }: FormatProps) {
  const busy = make.isPending && make.variables === format && `Making ${formatNames[format]} …`;
  return (
    <Button
      weight={format === 'pdf' ? 'primary' : 'plain'}
      busy={busy}
      onClick={() => !make.isPending && make.mutate(format)}
    >
      {formatNames[format]}
    </Button>
  );
}
