/** Text fields whose value counts once the person stops typing, for filters that are read from the service. */
import { type ComponentProps, useEffect, useState } from 'react';
import { TextField } from './field.tsx';

const typingPauseMs = 300;

/** Longest tag that the API takes. */
const mostTagCharacters = 50;

interface SettledProps extends Pick<ComponentProps<'input'>, 'type' | 'placeholder' | 'maxLength'> {
  readonly label: string;
  readonly value: string;
  readonly onSettle: (text: string) => void;
}

export function SettledField({ value, onSettle, ...field }: SettledProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSettle(text.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  });

  return <TextField {...field} value={text} onChange={(event) => setText(event.target.value)} />;
}

interface TagFieldProps {
  readonly value: string;
  readonly onTag: (tag: string) => void;
}

/** Leaves only videos with this tag. */
export function TagField({ value, onTag }: TagFieldProps) {
  return <SettledField label="Tag" maxLength={mostTagCharacters} value={value} onSettle={onTag} />;
}
