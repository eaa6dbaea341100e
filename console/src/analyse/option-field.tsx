/** The form field of an option that has no component of its own; the option's kind decides which control is used. */
import type { ShapedQuery } from '@reelsight/contract/shaped-query-terms';
import { ChipsField } from '../ui/chips-field.tsx';
import { Checkbox, SelectField, TextField } from '../ui/field.tsx';
import type { FormOption } from './form-options.ts';
import { ShapedQueriesField } from './shaped-queries-field.tsx';

interface OptionFieldProps {
  readonly option: FormOption;
  /** The value in the form in which the form's state stores it. */
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
}

export function OptionField({ option, value, error, onChange }: OptionFieldProps) {
  const frame = { ...option.form, error };

  switch (option.kind) {
    case 'texts':
    case 'slugs':
      return (
        <ChipsField
          {...frame}
          values={value as readonly string[]}
          suggestions={option.kind === 'slugs' ? option.values : []}
          onChange={onChange}
        />
      );
    case 'shaped':
      return (
        <ShapedQueriesField
          {...frame}
          queries={value as readonly ShapedQuery[]}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...frame}
          value={String(value)}
          options={option.values.map((name) => ({
            value: name,
            label: option.labels[name] ?? name,
          }))}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'switch':
      return (
        <Checkbox
          {...option.form}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case 'text':
    case 'number':
    case 'time':
    case 'range':
      return (
        <TextField
          {...frame}
          inputMode={option.kind === 'number' ? 'numeric' : 'text'}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
