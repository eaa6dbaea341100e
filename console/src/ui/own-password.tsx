/** A field in which the signed-in user has to enter the password again. */
import { TextField } from './field.tsx';

interface OwnPasswordProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

export function OwnPassword({ value, error, onChange }: OwnPasswordProps) {
  return (
    <TextField
      label="Your password"
      type="password"
      autoComplete="current-password"
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
