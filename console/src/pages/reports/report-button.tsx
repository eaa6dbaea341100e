/** The report button at the head of a page about several videos, and the panel that it opens. */
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ReportAsk } from './report-calls.ts';
import { ReportMaker } from './report-maker.tsx';

interface ReportControls {
  readonly button: ReactNode;
  /** The panel that makes the report; null until the button is pressed. */
  readonly maker: ReactNode;
}

/**
 * `about` says which videos the report covers; it is undefined while there is nothing to report. `warning` says what the
 * report will leave out.
 */
export function useReport(about: ReportAsk | undefined, warning?: string): ReportControls {
  const [open, setOpen] = useState(false);
  if (!about) return { button: null, maker: null };

  return {
    button: (
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        Report
      </Button>
    ),
    maker: open ? (
      <ReportMaker about={about} warning={warning} onClose={() => setOpen(false)} />
    ) : null,
  };
}
