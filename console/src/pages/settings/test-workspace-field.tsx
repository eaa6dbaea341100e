/** Chooses whether a new workspace is one for tests. */
import { Checkbox } from '../../ui/field.tsx';

interface TestWorkspaceFieldProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function TestWorkspaceField({ checked, onChange }: TestWorkspaceFieldProps) {
  return (
    <Checkbox
      label="Test workspace"
      hint="For the tests of a program: analyses end at once with fixed results, and cost nothing. It stays one."
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
