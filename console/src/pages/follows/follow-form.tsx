/** The form to create a Follow or change its rule. */

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { namedFields } from '../../analyse/form-options.ts';
import { Presets } from '../../analyse/presets.tsx';
import type { FieldName } from '../../analyse/wanted.ts';
import { WantedFields } from '../../analyse/wanted-fields.tsx';
import { clientOf } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { type Refusal, refusalOf } from '../../api/refusal.ts';
import { useCountsCredits } from '../../api/session.ts';
import { ChipsField } from '../../ui/chips-field.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import { type FollowDraft, rhythmOptions } from './follow-draft.ts';
import styles from './follows.module.css';

const fields = [
  ...(['name', 'source', 'capabilities'] as const),
  ...namedFields('follow'),
  ...(['webhook_url', 'filters.min_duration_seconds'] as const),
  ...(['filters.title_includes', 'filters.title_excludes', 'filters.newer_than'] as const),
  ...(['monthly_credits', 'every_minutes', 'backfill'] as const),
];
type Field = (typeof fields)[number];

const codes: Readonly<Record<string, Field>> = {
  INVALID_URL: 'source',
  PLATFORM_UNAVAILABLE: 'source',
  PLATFORM_RATE_LIMITED: 'source',
  TOO_MANY_QUERIES: 'queries',
  TOO_MANY_BRANDS: 'brands',
  PLAN_REQUIRED: 'brands',
  INVALID_SURFACE: 'surfaces',
  INVALID_CAPABILITIES: 'capabilities',
};

export const followRefusal = (error: Error | null | undefined): Refusal<Field> =>
  refusalOf(error, fields, codes);

interface FollowFormProps {
  readonly workspace: string;
  readonly draft: FollowDraft;
  readonly onChange: (change: Partial<FollowDraft>) => void;
  readonly refusal: Refusal<Field>;
  /** The source's title, used as the name if none is typed. */
  readonly title?: string | null | undefined;
  /** True for an existing Follow: its source can't be changed, and past videos are added by a separate call. */
  readonly existing?: boolean;
  readonly onSubmit: () => void;
  readonly buttons: ReactNode;
}

export function FollowForm(props: FollowFormProps) {
  const { workspace, draft, onChange, refusal, existing = false } = props;
  const { data } = useQuery({
    queryKey: keys.account(workspace),
    queryFn: ({ signal }) => clientOf(workspace).account({ signal }),
  });
  const errors = refusal.fields;

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {!existing && (
        <TextField
          label="Link to follow"
          hint="A channel, creator, playlist, search or feed."
          type="url"
          required
          value={draft.source}
          error={errors.source}
          placeholder="https://www.youtube.com/@…"
          onChange={(event) => onChange({ source: event.target.value })}
        />
      )}
      <TextField
        label="Name"
        required={!props.title}
        placeholder={props.title ?? undefined}
        maxLength={200}
        value={draft.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Presets wanted={draft.wanted} onChange={(request) => onChange({ wanted: request })} />
      <WantedFields
        wanted={draft.wanted}
        onChange={(change) => onChange({ wanted: { ...draft.wanted, ...change } })}
        errors={errors as Partial<Record<FieldName, string>>}
        limits={data?.limits}
        body="follow"
      />
      <Filters draft={draft} onChange={onChange} refusal={refusal} />
      <Rhythm draft={draft} onChange={onChange} refusal={refusal} existing={existing} />
      {refusal.rest && <Notice kind="error">{refusal.rest}</Notice>}
      <Row>{props.buttons}</Row>
    </form>
  );
}

type PartProps = Pick<FollowFormProps, 'draft' | 'onChange' | 'refusal' | 'existing'>;

function Filters({ draft, onChange, refusal: { fields: errors } }: PartProps) {
  return (
    <fieldset className={styles.part}>
      <legend>Which videos</legend>
      <ChipsField
        label="Title has any of"
        values={draft.titleIncludes}
        error={errors['filters.title_includes']}
        onChange={(titleIncludes) => onChange({ titleIncludes })}
      />
      <ChipsField
        label="Title has none of"
        values={draft.titleExcludes}
        error={errors['filters.title_excludes']}
        onChange={(titleExcludes) => onChange({ titleExcludes })}
      />
      <TextField
        label="At least this long, seconds"
        inputMode="decimal"
        value={draft.minSeconds}
        error={errors['filters.min_duration_seconds']}
        onChange={(event) => onChange({ minSeconds: event.target.value })}
      />
      <TextField
        label="Published after"
        type="date"
        value={draft.newerThan.slice(0, 10)}
        error={errors['filters.newer_than']}
        onChange={(event) => onChange({ newerThan: event.target.value })}
      />
    </fieldset>
  );
}

function Rhythm({ draft, onChange, refusal: { fields: errors }, existing }: PartProps) {
  const countsCredits = useCountsCredits();
  return (
    <fieldset className={styles.part}>
      <legend>How often, and how much</legend>
      <SelectField
        label="Check for new videos"
        value={draft.everyMinutes}
        options={rhythmOptions(draft.everyMinutes)}
        error={errors.every_minutes}
        onChange={(event) => onChange({ everyMinutes: event.target.value })}
      />
      {(countsCredits || draft.monthlyCredits !== '') && (
        <TextField
          label="Credits a month at most"
          hint="Once they are spent, new videos wait until the next month. Empty: no cap."
          inputMode="numeric"
          value={draft.monthlyCredits}
          error={errors.monthly_credits}
          onChange={(event) => onChange({ monthlyCredits: event.target.value })}
        />
      )}
      {!existing && (
        <TextField
          label="Existing videos to analyse"
          hint="The newest first. 0: only videos that are published from now on."
          inputMode="numeric"
          value={draft.backfill}
          error={errors.backfill}
          onChange={(event) => onChange({ backfill: event.target.value })}
        />
      )}
      <TextField
        label="Webhook"
        hint="Optional. This address is called when a video is finished."
        type="url"
        value={draft.webhookUrl}
        error={errors.webhook_url}
        onChange={(event) => onChange({ webhookUrl: event.target.value })}
      />
    </fieldset>
  );
}
