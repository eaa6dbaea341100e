/** The corrections of a paid segment: this is one, this is none, from here to there, and who pays. */
import type { NewCorrection, PaidSegment } from '@reelsight/sdk';
import { type ComponentType, type FormEvent, type ReactNode, useId, useState } from 'react';
import { timeText } from '../../format/time.ts';
import { clockText, secondsOf } from '../../format/typed-time.ts';
import { TextField } from '../../ui/field.tsx';
import styles from '../corrections/correct.module.css';
import { useCorrect } from '../corrections/correct-calls.ts';
import { CorrectEnd, closeForm } from '../corrections/correct-form.tsx';
import { SecondField, tenths } from '../corrections/second-field.tsx';
import { useClock } from '../stage/play-clock.ts';
import { useBench } from '../workbench.ts';

interface PaidFormProps {
  readonly segment: PaidSegment;
  readonly onClose: () => void;
}

/** An entry in the menu of a paid segment. */
export interface PaidAction {
  readonly id: string;
  readonly label: string;
  readonly Panel: ComponentType<PaidFormProps>;
}

export const paidActions: readonly PaidAction[] = [
  { id: 'confirm', label: 'Confirm', Panel: Confirm },
  { id: 'move', label: 'Change times', Panel: Move },
  { id: 'rename', label: 'Change payer', Panel: Rename },
  { id: 'dismiss', label: 'Dismiss', Panel: Dismiss },
];

type Said = Omit<NewCorrection, 'target'>;

interface FormProps {
  readonly title: string;
  readonly action: string;
  /** The correction that the form describes; undefined while the form is incomplete. */
  readonly correction: Said | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function PaidForm({ title, action, correction, onClose, children }: FormProps) {
  const { job } = useBench();
  const correct = useCorrect(job.job_id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!correction || correct.isPending) return;
    const corrections: NewCorrection[] = [{ ...correction, target: 'paid_segment' }];
    correct.mutate(corrections, { onSuccess: () => closeForm(onClose) });
  };

  return (
    <form className={styles.form} aria-label={title} onSubmit={submit}>
      <h2 dir="auto">{title}</h2>
      {children}
      <CorrectEnd
        correct={correct}
        action={action}
        isComplete={correction !== undefined}
        onClose={onClose}
      />
    </form>
  );
}

const meant = ({ start, brand }: PaidSegment) => ({
  segment: { start, ...(brand !== undefined && { brand }) },
});

/** `the paid segment of “Sony” at 0:30.0` */
const subjectOf = ({ start, brand }: PaidSegment): string =>
  `the paid segment${brand === undefined ? '' : ` of “${brand}”`} at ${timeText(start)}`;

function Confirm({ segment, onClose }: PaidFormProps) {
  return (
    <PaidForm
      title={`Confirm ${subjectOf(segment)}?`}
      action="Confirm"
      correction={{ kind: 'confirm', ...meant(segment) }}
      onClose={onClose}
    >
      <p>It counts with a confidence of 100 % from now on.</p>
    </PaidForm>
  );
}

function Dismiss({ segment, onClose }: PaidFormProps) {
  return (
    <PaidForm
      title={`Dismiss ${subjectOf(segment)}?`}
      action="Dismiss"
      correction={{ kind: 'dismiss', ...meant(segment) }}
      onClose={onClose}
    >
      <p>It is left out of the time axis, exports and links. You can undo it.</p>
    </PaidForm>
  );
}

function Move({ segment, onClose }: PaidFormProps) {
  const [start, setStart] = useState(clockText(segment.start));
  const [end, setEnd] = useState(clockText(segment.end));
  const isChanged = start !== clockText(segment.start) || end !== clockText(segment.end);
  const span = isChanged ? spanOf(start, end) : undefined;

  return (
    <PaidForm
      title={`Change the times of ${subjectOf(segment)}`}
      action="Change"
      correction={span && { kind: 'move', ...meant(segment), segment_new: span }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <SecondField label="From" value={start} onChange={setStart} />
        <SecondField label="To" value={end} onChange={setEnd} />
      </div>
    </PaidForm>
  );
}

function Rename({ segment, onClose }: PaidFormProps) {
  const former = segment.brand ?? '';
  const [payer, setPayer] = useState(former);
  const newName = payer.trim();
  const isNew = newName !== '' && newName !== former;

  return (
    <PaidForm
      title={`Change who pays for ${subjectOf(segment)}`}
      action="Change"
      correction={isNew ? { kind: 'rename', ...meant(segment), new_name: newName } : undefined}
      onClose={onClose}
    >
      <PayerField label="Who pays" value={payer} onChange={setPayer} />
    </PaidForm>
  );
}

/** Proposed length of an added segment in seconds, the usual one of an advertisement. */
const proposedSeconds = 30;

export function AddPaid({ onClose }: { readonly onClose: () => void }) {
  const { durationSeconds } = useBench();
  const clock = useClock();
  const [payer, setPayer] = useState('');
  const [start, setStart] = useState(() => clockText(tenths(clock.second)));
  const [end, setEnd] = useState(() =>
    clockText(tenths(Math.min(durationSeconds, clock.second + proposedSeconds))),
  );
  const span = spanOf(start, end);
  const name = payer.trim();

  return (
    <PaidForm
      title="Add a paid segment"
      action="Add"
      correction={span && { kind: 'add', segment_new: span, ...(name !== '' && { name }) }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <SecondField label="From" value={start} onChange={setStart} />
        <SecondField label="To" value={end} onChange={setEnd} />
        <PayerField label="Who pays, if known" value={payer} onChange={setPayer} />
      </div>
    </PaidForm>
  );
}

interface PayerProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Proposes the brands of the video. */
function PayerField({ label, value, onChange }: PayerProps) {
  const { results } = useBench();
  const listId = useId();
  return (
    <div>
      <TextField
        label={label}
        value={value}
        maxLength={200}
        dir="auto"
        autoFocus
        list={listId}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {(results.brands ?? []).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

/** Undefined unless both are times, the first one before the second one. */
function spanOf(from: string, to: string): NonNullable<NewCorrection['segment_new']> | undefined {
  const start = secondsOf(from);
  const end = secondsOf(to);
  // This also covers NaN, which makes any comparison false.
  return start < end ? { start, end } : undefined;
}
