/**
 * A field for several short texts, which are typed or pasted, and removed one by one. Enter or a comma ends a text; so
 * does a line break in pasted text.
 */
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { afterPress, watchPresses } from './after-press.ts';
import styles from './controls.module.css';
import { type ControlTie, Field } from './field.tsx';

interface ChipsFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  readonly placeholder?: string;
  /** Whether texts may contain commas, as questions do; they are then split only at line breaks. */
  readonly keepCommas?: boolean;
  readonly suggestions?: readonly string[];
}

export function ChipsField(props: ChipsFieldProps) {
  const { values, onChange } = props;
  return (
    <Field label={props.label} hint={props.hint} error={props.error}>
      {(tie) => (
        <div className={styles.chips}>
          {values.map((value) => (
            <Chip
              key={value}
              value={value}
              onRemove={() => onChange(values.filter((chip) => chip !== value))}
            />
          ))}
          <ChipInput {...props} tie={tie} />
        </div>
      )}
    </Field>
  );
}

function Chip({ value, onRemove }: { readonly value: string; readonly onRemove: () => void }) {
  return (
    <span className={styles.chip} dir="auto">
      <span className={styles.chipText}>{value}</span>
      <button
        type="button"
        className={styles.chipRemove}
        aria-label={`Remove ${value}`}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}

/** Input for the next chip. When it loses the focus, the typed text is added. */
function ChipInput({ tie, ...props }: ChipsFieldProps & { readonly tie: ControlTie }) {
  const { values, onChange, keepCommas = false, suggestions = [] } = props;
  const [text, setText] = useState('');
  useEffect(watchPresses, []);
  const add = (typed: string) => {
    const parts = typed.split(keepCommas ? /\n/ : /[\n,]/).map((part) => part.trim());
    const fresh = parts.filter((part) => part !== '' && !values.includes(part));
    if (fresh.length > 0) onChange([...new Set([...values, ...fresh])]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Ignore an Enter that completes a word in an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || (event.key === ',' && !keepCommas)) {
      if (text.trim() === '' && event.key === 'Enter') return;
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '') onChange(values.slice(0, -1));
  };

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (!(keepCommas ? /\n/ : /[\n,]/).test(pasted)) return;
    event.preventDefault();
    add(text + pasted);
  };

  return (
    <>
      <input
        {...tie}
        className={styles.chipInput}
        value={text}
        placeholder={values.length === 0 ? props.placeholder : undefined}
        list={suggestions.length > 0 ? `${tie.id}-list` : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        // This also adds text that is still in the field when the form is sent. The field may grow by it.
        onBlur={() => text.trim() !== '' && afterPress(() => add(text))}
      />
      {suggestions.length > 0 && (
        <datalist id={`${tie.id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}
