/** A field for one stored figure. It is saved when the reader leaves it or presses Enter, if it is right. */
import { useEffect, useState } from 'react';
import { TextField } from '../ui/field.tsx';
import { messageOf } from '../ui/plain-message.ts';
import { type Figure, figureFault, figureOf } from './money-figures.ts';

interface FigureFieldProps {
  readonly label: string;
  readonly figure: Figure;
  readonly hint?: string | undefined;
  /** The stored figure; null if there is none. */
  readonly value: number | null;
  readonly error: Error | null;
  readonly onSave: (value: number | null) => void;
}

export function FigureField({ label, figure, hint, value, error, onSave }: FigureFieldProps) {
  const [typed, setTyped] = useState(textOf(value));
  const [fault, setFault] = useState<string>();
  // What another page or person has saved meanwhile replaces the text, but not while the reader is typing.
  useEffect(() => setTyped(textOf(value)), [value]);

  const save = (): void => {
    const nextFault = figureFault(typed, figure);
    setFault(nextFault);
    const next = figureOf(typed) ?? null;
    if (nextFault === undefined && next !== value) onSave(next);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label={label}
        hint={hint}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={fault ?? (error ? messageOf(error) : undefined)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
      />
      {/* Enter in the field. */}
      <button type="submit" hidden>
        Save
      </button>
    </form>
  );
}

const textOf = (value: number | null): string => (value === null ? '' : String(value));
