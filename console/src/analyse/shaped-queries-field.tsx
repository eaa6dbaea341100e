/** The form field for questions whose answers have a form: ready ones to tick, and the user's own. */
import {
  type ReadyQuestion,
  readyQuestionNames,
  type ShapedQuery,
  shapedQueryLimits,
} from '@reelsight/contract/shaped-query-terms';
import { Button } from '../ui/button.tsx';
import { ChipsField } from '../ui/chips-field.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Checkbox, SelectField, TextField } from '../ui/field.tsx';
import styles from './analyse.module.css';
import {
  type AnswerForm,
  answerFormOf,
  emptyShapedQuery,
  withAnswerForm,
} from './shaped-queries.ts';

const readyWords: Readonly<Record<ReadyQuestion, string>> = {
  chapters: 'Chapters',
  key_moments: 'Key moments',
  sponsors: 'Sponsors and what they offer',
};

const formWords: Readonly<Record<AnswerForm, string>> = {
  choices: 'one of several',
  number: 'a number',
  date: 'a date',
  text: 'a name or a few words',
  other: 'as a schema says',
};

interface ShapedQueriesProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly queries: readonly ShapedQuery[];
  readonly onChange: (queries: readonly ShapedQuery[]) => void;
}

export function ShapedQueriesField({ label, hint, error, queries, onChange }: ShapedQueriesProps) {
  const isTicked = (name: ReadyQuestion) => queries.some(({ ready }) => ready === name);
  const replace = (index: number, ...replacements: ShapedQuery[]) =>
    onChange(queries.toSpliced(index, 1, ...replacements));

  return (
    <fieldset className={styles.shaped}>
      <legend>{label}</legend>
      {hint && <p className={styles.shapedHint}>{hint}</p>}
      <div className={styles.shapedReady}>
        {readyQuestionNames.map((ready) => (
          <Checkbox
            key={ready}
            label={readyWords[ready]}
            checked={isTicked(ready)}
            onChange={(event) =>
              onChange(
                event.target.checked
                  ? [...queries, { ready }]
                  : queries.filter((query) => query.ready !== ready),
              )
            }
          />
        ))}
      </div>
      {queries.map((query, index) =>
        query.ready == null ? (
          <OwnQuery
            // biome-ignore lint/suspicious/noArrayIndexKey: a question has no other identity while it is typed
            key={index}
            query={query}
            onChange={(changed) => replace(index, changed)}
            onRemove={() => replace(index)}
          />
        ) : null,
      )}
      {queries.length < shapedQueryLimits.atMost && (
        <div>
          <Button small onClick={() => onChange([...queries, emptyShapedQuery])}>
            Add a question in a form
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface OwnQueryProps {
  readonly query: ShapedQuery;
  readonly onChange: (query: ShapedQuery) => void;
  readonly onRemove: () => void;
}

function OwnQuery({ query, onChange, onRemove }: OwnQueryProps) {
  const form = answerFormOf(query);
  const offeredForms = (Object.keys(formWords) as AnswerForm[]).filter(
    (name) => name !== 'other' || form === 'other',
  );
  return (
    <div className={styles.shapedQuery}>
      <TextField
        label="Question in a form"
        placeholder="Which plan is recommended?"
        maxLength={shapedQueryLimits.queryCharacters}
        value={query.query ?? ''}
        onChange={(event) => onChange({ ...query, query: event.target.value })}
      />
      <SelectField
        label="Its answer"
        value={form}
        options={offeredForms.map((name) => ({ value: name, label: formWords[name] }))}
        onChange={(event) => onChange(withAnswerForm(query, event.target.value as AnswerForm))}
      />
      <Button small weight="quiet" onClick={onRemove}>
        Remove
      </Button>
      {form === 'choices' && (
        <ChipsField
          label="Possible answers"
          hint="Enter after each."
          placeholder="Free"
          values={query.choices ?? []}
          onChange={(choices) => onChange({ ...query, choices })}
        />
      )}
      {form === 'other' && <CodeBlock text={JSON.stringify(query.schema, null, 2)} what="schema" />}
    </div>
  );
}
