/** The forms for corrections of a brand, an object or one appearance. */
import type { NewCorrection } from '@reelsight/sdk';
import { type FormEvent, type ReactNode, useState } from 'react';
import { timeText } from '../../format/time.ts';
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx';
import type { ActionTarget, BrandActionProps } from '../things/brand-action.ts';
import { useCloseCorrected } from '../things/open-thing.ts';
import type { Thing } from '../things/things.ts';
import { useBench } from '../workbench.ts';
import styles from './correct.module.css';
import { useCorrect } from './correct-calls.ts';
import { CorrectEnd, closeForm } from './correct-form.tsx';

/** Names the things to be corrected: `“Sonos”`, `“Sonos” at 0:04.2`, `3 brands`. */
function subjectOf({ things, appearance }: ActionTarget): string {
  const [first] = things;
  if (things.length !== 1 || !first) return `${things.length} ${first?.kind ?? 'brand'}s`;
  return `“${first.name}”${appearance ? ` at ${timeText(appearance.start)}` : ''}`;
}

type Said = Pick<NewCorrection, 'kind' | 'new_name' | 'library'>;

/** Makes the same correction for each brand or object, or for the one appearance. */
const correctionsOf = ({ things, appearance }: ActionTarget, correction: Said) =>
  things.map(({ kind, name }) => ({
    ...correction,
    target: kind,
    name,
    ...(appearance && {
      appearance: {
        timestamp: appearance.second,
        ...(appearance.source === 'visual' && { timestamp_start: appearance.start }),
        source: appearance.source,
      },
    }),
  }));

interface FormProps extends BrandActionProps {
  readonly title: string;
  readonly action: string;
  /** The correction that the form describes; undefined while the form is incomplete. */
  readonly said: Said | undefined;
  readonly children?: ReactNode;
}

function CorrectForm({ title, action, said: correction, children, onClose, ...target }: FormProps) {
  const { job } = useBench();
  const correct = useCorrect(job.job_id);
  const closeCorrected = useCloseCorrected();
  const submit = (event: FormEvent) => {
    event.preventDefault();

    if (!correction || correct.isPending) return;
    const corrections = correctionsOf(target, correction);
    const onSuccess = () => {
      for (const submitted of corrections) closeCorrected(submitted);
      closeForm(onClose);
    };
    correct.mutate(corrections, { onSuccess });
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

export function Confirm(props: BrandActionProps) {
  return (
    <CorrectForm
      {...props}
      title={`Confirm ${subjectOf(props)}?`}
      action="Confirm"
      said={{ kind: 'confirm' }}
    >
      <p>It counts with a confidence of 100 % from now on.</p>
    </CorrectForm>
  );
}

/** Whether the brand library may learn from the correction: only if it is about whole brands. */
const isTeachable = ({ things, appearance }: ActionTarget): boolean =>
  !appearance && things.every(({ kind }) => kind === 'brand');

export function Dismiss(props: BrandActionProps) {
  const [library, setLibrary] = useState(false);
  return (
    <CorrectForm
      {...props}
      title={`Dismiss ${subjectOf(props)}?`}
      action="Dismiss"
      said={{ kind: 'dismiss', ...(library && { library }) }}
    >
      <p>It is left out of numbers, timeline and exports. You can undo it.</p>
      {isTeachable(props) && (
        <Checkbox
          label="Exclude the name from later analyses as well"
          hint="In the brand library of this workspace."
          checked={library}
          onChange={({ target }) => setLibrary(target.checked)}
        />
      )}
    </CorrectForm>
  );
}

export function Rename(props: BrandActionProps) {
  const old = props.things[0]?.name ?? '';
  const [name, setName] = useState(old);
  const [library, setLibrary] = useState(false);
  const isNew = name.trim() !== '' && name.trim() !== old;

  return (
    <CorrectForm
      {...props}
      title={`Rename ${subjectOf(props)}`}
      action="Rename"
      said={
        isNew ? { kind: 'rename', new_name: name.trim(), ...(library && { library }) } : undefined
      }
    >
      <TextField
        label="Right name"
        value={name}
        maxLength={200}
        dir="auto"
        autoFocus
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setName(target.value)}
      />
      {isTeachable(props) && <LearnAlias checked={library} onChange={setLibrary} />}
    </CorrectForm>
  );
}

/**
 * The names into which things can be merged. Several selected things are merged into one of themselves first of all, the
 * one seen longest by default; a single one only into another.
 */
function mergeTargets(selected: readonly Thing[], things: readonly Thing[]): readonly Thing[] {
  const isSelected = ({ id }: Thing) => selected.some((thing) => thing.id === id);
  const sameKind = things.filter(({ kind }) => kind === selected[0]?.kind);
  const unselected = sameKind.filter((thing) => !isSelected(thing));
  return selected.length > 1 ? [...sameKind.filter(isSelected), ...unselected] : unselected;
}

export function Merge(props: BrandActionProps) {
  const { things } = useBench();
  const candidates = mergeTargets(props.things, things);
  const [name, setName] = useState(candidates[0]?.name ?? '');
  const [library, setLibrary] = useState(false);
  const isSelection = props.things.length > 1;

  return (
    <CorrectForm
      {...props}
      things={props.things.filter((thing) => thing.name !== name)}
      title={`Merge ${subjectOf(props)} into ${isSelection ? 'one' : 'another'}`}
      action="Merge"
      said={name ? { kind: 'merge', new_name: name, ...(library && { library }) } : undefined}
    >
      {candidates.length > 0 ? (
        <SelectField
          label="Into"
          value={name}
          autoFocus
          options={candidates.map((thing) => ({ value: thing.name, label: thing.name }))}
          onChange={({ target }) => setName(target.value)}
        />
      ) : (
        <p>There is no other one to merge it into. Rename it instead.</p>
      )}
      {candidates.length > 0 && isTeachable(props) && (
        <LearnAlias checked={library} onChange={setLibrary} />
      )}
    </CorrectForm>
  );
}

interface LearnProps {
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

const LearnAlias = ({ checked, onChange }: LearnProps) => (
  <Checkbox
    label="Use the right name in later analyses as well"
    hint="The old name becomes an alias in the brand library of this workspace."
    checked={checked}
    onChange={({ target }) => onChange(target.checked)}
  />
);
