/** A labelled form control with a hint and, if the API refused its value, the API's message. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './controls.module.css';

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Renders the control. The argument has the ids that link the control to its label, hint and error. */
  readonly children: (tie: ControlTie) => ReactNode;
}

export interface ControlTie {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {error && (
        <div id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}

type Frame = Omit<FieldProps, 'children'>;

export function TextField({ label, hint, error, ...rest }: Frame & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(tie) => <input className={styles.input} {...rest} {...tie} />}
    </Field>
  );
}

export function TextArea({ label, hint, error, ...rest }: Frame & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(tie) => <textarea className={styles.input} {...rest} {...tie} />}
    </Field>
  );
}

interface SelectProps extends Frame, ComponentProps<'select'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function SelectField({ label, hint, error, options, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(tie) => (
        <select className={styles.input} {...rest} {...tie}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

export function Checkbox({ label, hint, ...rest }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input type="checkbox" {...rest} />
      <span>
        {label}
        {hint && <span className={styles.checkboxHint}>{hint}</span>}
      </span>
    </label>
  );
}
