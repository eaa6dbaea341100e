/** People's corrections of the results: how many there are, who made them, and how to undo them. */
import type { JobRowView } from '@reelsight/contract';
import { correctionWords } from '@reelsight/contract/correction-words';
import type { Correction } from '@reelsight/sdk';
import { lazy, Suspense, useState } from 'react';
import { counted } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure } from '../../ui/notice.tsx';
import { useJobAddress } from '../job-address.ts';
import { useBench } from '../workbench.ts';
import styles from './correct.module.css';
import { type NewName, useCorrections, useUndo } from './correct-calls.ts';
import { libraryWords } from './learned-words.ts';

const LearnedName = lazy(() =>
  import('./learned-name.tsx').then((file) => ({ default: file.LearnedName })),
);

/** Renders nothing until someone has made a correction. */
export function CorrectBar() {
  const { row, results, live } = useBench();
  const [open, setOpen] = useState(false);
  const { data: corrections = [] } = useCorrections(row);
  if (live || !(results.brands || results.objects) || corrections.length === 0) return null;

  const last = corrections.at(-1);
  return (
    <section className={styles.bar} aria-label="Corrections">
      <div className={styles.line}>
        <Made row={row} open={open} onOpen={() => setOpen(!open)} />
      </div>
      {last && isTeachable(last) && (
        <Suspense>
          <LearnedName jobId={row.job_id} correction={last} />
        </Suspense>
      )}
      {open && <List row={row} />}
    </section>
  );
}

interface MadeProps {
  readonly row: JobRowView;
  readonly open: boolean;
  readonly onOpen: () => void;
}

/** Renders nothing if there are no corrections. */
function Made({ row, open, onOpen }: MadeProps) {
  const { data: corrections = [] } = useCorrections(row);
  const undo = useUndo(row.job_id);
  const last = corrections.at(-1);

  return (
    <>
      {last && (
        <Button small weight="quiet" aria-expanded={open} onClick={onOpen}>
          {counted(corrections.length, 'correction')}
        </Button>
      )}
      {last && <Shown />}
      <span role="status" className={styles.latest} dir="auto">
        {last && latestWords(last)}
      </span>
      {last && (
        <Button
          small
          weight="quiet"
          busy={undo.isPending && 'Undoing …'}
          onClick={() => undo.mutate(last.correction_id)}
        >
          Undo
        </Button>
      )}
      {undo.error && <Failure error={undo.error} />}
    </>
  );
}

/** Whether the brand library can learn from it: it gives a whole brand another name. */
const isTeachable = (correction: Correction): correction is NewName =>
  ['rename', 'merge'].includes(correction.kind) &&
  correction.target === 'brand' &&
  !correction.appearance;

/** Describes the latest correction, and says whether the brand library got a picture of its logo. */
function latestWords(last: Correction): string {
  const aboutLogo = last.library?.change === 'logo' || last.library_refused !== undefined;
  return correctionWords(last) + (aboutLogo ? `, ${libraryWords(last)}` : '');
}

/** Switches between the results with and without people's corrections. */
function Shown() {
  const [getParam, change] = useJobAddress();
  const asFound = getParam('found') === '1';
  return (
    <fieldset className={styles.choices} aria-label="Results">
      <button
        type="button"
        aria-pressed={!asFound}
        onClick={() => change({ found: null, thing: null, only: null })}
      >
        As corrected
      </button>
      <button
        type="button"
        aria-pressed={asFound}
        onClick={() => change({ found: '1', thing: null, only: null })}
      >
        As found
      </button>
    </fieldset>
  );
}

function List({ row }: { readonly row: JobRowView }) {
  const { data: corrections = [] } = useCorrections(row);
  const undo = useUndo(row.job_id);
  return (
    <ol className={styles.list} aria-label="Corrections, newest first" reversed>
      {corrections.toReversed().map((correction) => (
        <li key={correction.correction_id}>
          <span dir="auto">{correctionWords(correction)}</span>
          <span className={styles.soft}>
            {correction.actor.name}, <Moment at={correction.created_at} ago />
            {libraryWords(correction) && ` · ${libraryWords(correction)}`}
          </span>
          <Button
            small
            weight="quiet"
            aria-label={`Undo: ${correctionWords(correction)}`}
            busy={undo.isPending && undo.variables === correction.correction_id && 'Undoing …'}
            onClick={() => undo.mutate(correction.correction_id)}
          >
            Undo
          </Button>
        </li>
      ))}
      {undo.error && <Failure error={undo.error} />}
    </ol>
  );
}
