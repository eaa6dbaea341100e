/** The controls above the time axis: buttons to zoom in and out, and the choice of lanes. */
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Closable } from '../../ui/closable.tsx';
import { Checkbox, SelectField } from '../../ui/field.tsx';
import { useBench } from '../workbench.ts';
import { isWhole } from './axis-view.ts';
import { type LaneChoice, type LaneOrder, laneOrders } from './lane-choice.ts';
import styles from './timeline.module.css';
import { type Axis, zoomStep } from './use-axis.ts';

interface AxisToolsProps {
  readonly axis: Axis;
  readonly choice: LaneChoice;
}

export function AxisTools({ axis, choice }: AxisToolsProps) {
  const { durationSeconds } = useBench();
  const [open, setOpen] = useState(false);
  const { view, zoom, reset } = axis;
  const hidden = choice.all.filter(({ id }) => choice.hidden.includes(id)).length;

  return (
    <>
      <div className={styles.tools}>
        <Button
          small
          aria-label="Zoom out"
          aria-keyshortcuts="-"
          title="Zoom out, key -"
          aria-disabled={isWhole(view, durationSeconds)}
          onClick={() => zoom(1 / zoomStep)}
        >
          −
        </Button>
        <Button
          small
          aria-label="Zoom in"
          aria-keyshortcuts="+"
          title="Zoom in, key +; Ctrl and the wheel zoom where you point"
          onClick={() => zoom(zoomStep)}
        >
          +
        </Button>
        {!isWhole(view, durationSeconds) && (
          <Button small weight="quiet" aria-keyshortcuts="0" onClick={reset}>
            Whole video
          </Button>
        )}
        <Button small weight="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          Lanes{hidden > 0 && `, ${hidden} hidden`}
        </Button>
      </div>
      {open && (
        <Closable onClose={() => setOpen(false)}>
          <Choice {...choice} />
        </Closable>
      )}
    </>
  );
}

function Choice({ all: lanes, order, setOrder, hidden, setHidden }: LaneChoice) {
  const options = Object.entries(laneOrders).map(([value, label]) => ({ value, label }));
  return (
    <div className={styles.choice}>
      <SelectField
        label="Order"
        value={order}
        options={options}
        onChange={({ target }) => setOrder(target.value as LaneOrder)}
      />
      <fieldset className={styles.choices}>
        <legend>Shown</legend>
        {lanes.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={!hidden.includes(id)}
            onChange={({ target }) =>
              setHidden(target.checked ? hidden.filter((laneId) => laneId !== id) : [...hidden, id])
            }
          />
        ))}
      </fieldset>
      {hidden.length > 0 && (
        <Button small weight="quiet" onClick={() => setHidden([])}>
          Show all
        </Button>
      )}
    </div>
  );
}
