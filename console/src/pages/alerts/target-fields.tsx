/** The part of an alert's form that says where it is sent. */
import type { AlertTargetType } from '@reelsight/contract';
import { useMembers } from '../../api/members.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import type { TargetDraft } from './alert-draft.ts';
import { targetWords } from './alert-words.ts';
import styles from './alerts.module.css';

/** Most targets of an alert; the API refuses more. */
const targetsMost = 10;

interface TargetFieldsProps {
  readonly workspace: string;
  readonly targets: readonly TargetDraft[];
  /** Messages of the API by the index of the target. */
  readonly errors: readonly (string | undefined)[];
  /** A message that concerns no single target. */
  readonly error: string | undefined;
  readonly onChange: (targets: TargetDraft[]) => void;
}

export function TargetFields({ workspace, targets, errors, error, onChange }: TargetFieldsProps) {
  const { data: members = [] } = useMembers(workspace);
  const add = (type: AlertTargetType) => {
    const numbers = targets.map(({ key }) => (typeof key === 'number' ? key : 0));
    const address = type === 'mail' ? (members[0]?.email ?? '') : '';
    onChange([...targets, { key: Math.max(0, ...numbers) + 1, type, address }]);
  };

  return (
    <fieldset className={styles.targets}>
      <legend>Where it is sent</legend>
      {targets.length === 0 && (
        <p className={styles.soft}>Nowhere yet: what it finds is only listed here.</p>
      )}
      {targets.map((target, index) => (
        <div key={target.key} className={styles.target}>
          <TargetField
            target={target}
            emails={members.map(({ email }) => email)}
            error={errors[index]}
            onAddress={(address) =>
              onChange(targets.map((entry) => (entry === target ? { ...target, address } : entry)))
            }
          />
          <Button
            weight="quiet"
            aria-label={`Remove ${targetWords[target.type]} ${target.address}`}
            onClick={() => onChange(targets.filter((entry) => entry !== target))}
          >
            Remove
          </Button>
        </div>
      ))}
      {error && <Notice kind="error">{error}</Notice>}
      {targets.length < targetsMost && (
        <Row>
          {(Object.keys(targetWords) as AlertTargetType[]).map((type) => (
            <Button key={type} small onClick={() => add(type)}>
              Add {targetWords[type]}
            </Button>
          ))}
        </Row>
      )}
    </fieldset>
  );
}

interface TargetFieldProps {
  readonly target: TargetDraft;
  /** Addresses of the members. */
  readonly emails: readonly string[];
  readonly error: string | undefined;
  readonly onAddress: (address: string) => void;
}

function TargetField({ target, emails, error, onAddress }: TargetFieldProps) {
  const { key, type, address } = target;
  if (typeof key === 'string')
    return <TextField label={targetWords[type]} value={address} readOnly error={error} />;

  if (type === 'mail')
    return (
      <SelectField
        label="Mail to"
        value={address}
        options={emails.map((email) => ({ value: email, label: email }))}
        error={error}
        onChange={(event) => onAddress(event.target.value)}
      />
    );

  return (
    <TextField
      label={`${targetWords[type]} address`}
      hint={
        type === 'webhook'
          ? undefined
          : `The address of an incoming webhook of ${targetWords[type]}.`
      }
      value={address}
      required
      maxLength={2048}
      placeholder="https://"
      autoComplete="off"
      error={error}
      onChange={(event) => onAddress(event.target.value)}
    />
  );
}
