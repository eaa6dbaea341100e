/** Report: a button for pages of several videos, with the choice of files below it. */
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ReportAsk } from './report-calls.ts';
import { ReportMaker } from './report-maker.tsx';

export function ReportButton({ about }: { readonly about: ReportAsk }) {
  const [open, setOpen] = useState(false);
  return open ? (
    <ReportMaker about={about} onClose={() => setOpen(false)} />
  ) : (
    <div>
      <Button onClick={() => setOpen(true)}>Report</Button>
    </div>
  );
}
