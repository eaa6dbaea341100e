/** The form to add a missed brand or object: its name, its seconds and its box on the paused picture. */
import type { BoundingBox, NewCorrection } from '@reelsight/sdk';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { clockText, secondsOf } from '../../format/typed-time.ts';
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx';
import { useJobAddress } from '../job-address.ts';
import { useClock } from '../stage/play-clock.ts';
import { useBench } from '../workbench.ts';
import styles from './correct.module.css';
import { useCorrect } from './correct-calls.ts';
import { useDrawing } from './correct-draw.tsx';
import { CorrectEnd, closeForm } from './correct-form.tsx';
import { SecondField, tenths } from './second-field.tsx';

type Way = 'brand' | 'said' | 'object';

const ways: readonly { readonly value: Way; readonly label: string }[] = [
  { value: 'brand', label: 'Brand, seen' },
  { value: 'said', label: 'Brand, said' },
  { value: 'object', label: 'Object, seen' },
];

/** The form's fields, except the box. */
interface Fields {
  readonly name: string;
  readonly way: Way;
  readonly start: string;
  readonly end: string;
}

export function AddMissed({ onClose }: { readonly onClose: () => void }) {
  const { job, results, durationSeconds } = useBench();
  const clock = useClock();
  const [getParam] = useJobAddress();
  const [fields, setFields] = useState<Fields>(() => ({
    name: '',
    way: results.brands && getParam('tab') !== 'objects' ? 'brand' : 'object',
    start: clockText(tenths(clock.second)),
    end: clockText(tenths(Math.min(durationSeconds, clock.second + 1))),
  }));
  const isSeen = fields.way !== 'said';
  const { box, at: drawnSecond } = useDrawn(isSeen);
  const [asLogo, setAsLogo] = useState(false);
  const correct = useCorrect(job.job_id);
  const correction = saidBy(fields, { box, at: drawnSecond, asLogo });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (correction && !correct.isPending)
      correct.mutate([correction], { onSuccess: () => closeForm(onClose) });
  };

  return (
    <form className={styles.form} aria-label="Add what was missed" onSubmit={submit}>
      <h2>Add what was missed</h2>
      <FieldsOf fields={fields} onChange={(changes) => setFields({ ...fields, ...changes })} />
      {isSeen && (
        <p>
          {box
            ? 'Draw again to change the box, or move it with the arrow keys on the picture.'
            : 'Draw a box around it on the picture, or go to the picture with Tab and use the arrow keys.'}
        </p>
      )}
      {fields.way === 'brand' && (
        <Checkbox
          label="Also add as logo picture"
          hint="What is inside the box, for later analyses: in the brand library of this workspace."
          checked={asLogo}
          onChange={({ target }) => setAsLogo(target.checked)}
        />
      )}
      <CorrectEnd
        correct={correct}
        action="Add"
        isComplete={correction !== undefined}
        onClose={onClose}
      />
    </form>
  );
}

interface Drawn {
  readonly box: BoundingBox | undefined;
  /** The second of the video at which the box was drawn. */
  readonly at: number;
}

/** The box that the user has drawn on the picture. Drawing is possible while `isWanted` is true. */
function useDrawn(isWanted: boolean): Drawn {
  const { box, draw, turn } = useDrawing();
  const clock = useClock();

  useEffect(() => {
    turn(isWanted);
    return () => turn(false);
  }, [turn, isWanted]);
  useEffect(() => () => draw(undefined), [draw]);

  // The second is stored with the box, because the video may move on later.
  return useMemo(() => ({ box, at: clock.second }), [box, clock]);
}

interface FieldsProps {
  readonly fields: Fields;
  readonly onChange: (changes: Partial<Fields>) => void;
}

function FieldsOf({ fields, onChange }: FieldsProps) {
  const { things, results } = useBench();
  const { name, way, start, end } = fields;
  const thingNames = [...new Set(things.map((thing) => thing.name))];

  return (
    <div className={styles.fields}>
      <TextField
        label="Name"
        value={name}
        maxLength={200}
        dir="auto"
        autoFocus
        list="known-things"
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <datalist id="known-things">
        {thingNames.map((thingName) => (
          <option key={thingName} value={thingName} />
        ))}
      </datalist>
      <SelectField
        label="What"
        value={way}
        options={ways.filter(({ value }) =>
          value === 'object' ? results.objects : results.brands,
        )}
        onChange={({ target }) => onChange({ way: target.value as Way })}
      />
      <SecondField label="From" value={start} onChange={(text) => onChange({ start: text })} />
      <SecondField label="To" value={end} onChange={(text) => onChange({ end: text })} />
    </div>
  );
}

/** The correction that the form describes; undefined until the form is complete. */
function saidBy(
  { name, way, start, end }: Fields,
  { box, at: drawnSecond, asLogo }: Drawn & { readonly asLogo: boolean },
): NewCorrection | undefined {
  const from = secondsOf(start);
  const to = secondsOf(end);
  const isSeen = way !== 'said';
  // This also covers NaN, which makes any comparison false.
  if (name.trim() === '' || !(from < to)) return undefined;
  if (isSeen && !box) return undefined;

  return {
    kind: 'add',
    target: way === 'object' ? 'object' : 'brand',
    name: name.trim(),
    appearance_added: {
      start: from,
      end: to,
      source: isSeen ? 'visual' : 'audio',
      ...(isSeen && box && { box }),
      ...(isSeen && drawnSecond >= from && drawnSecond <= to && { timestamp: drawnSecond }),
    },
    ...(way === 'brand' && asLogo && { library: true }),
  };
}
