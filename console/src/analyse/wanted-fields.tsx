/** The fields that say what to find: each capability with its options, described by what it gives the user. */

import type { Capability } from '@reelsight/contract';
import { jobOptions } from '@reelsight/contract/job-options';
import type { Account } from '@reelsight/sdk';
import { useAbilities } from '../api/abilities.ts';
import { useCountsCredits } from '../api/session.ts';
import { capabilityWords } from '../format/words.ts';
import { ChipsField } from '../ui/chips-field.tsx';
import { Checkbox, SelectField } from '../ui/field.tsx';
import styles from './analyse.module.css';
import { type FormName, type FormOption, isUseful, offeredOptions } from './form-options.ts';
import { OptionField } from './option-field.tsx';
import type { FieldName, Wanted } from './wanted.ts';

const offers: readonly {
  readonly id: Capability;
  readonly gives: string;
}[] = [
  {
    id: 'transcription',
    gives: 'Every word with its second, by speaker if they can be told apart',
  },
  { id: 'summary', gives: 'A few sentences and the topics' },
  {
    id: 'brands',
    gives: 'When and where each is seen or said, with proof frames',
  },
  {
    id: 'objects',
    gives: 'When and where the things you name are in the picture',
  },
  {
    id: 'custom_query',
    gives: 'Yours, answered with the moments that prove it',
  },
  {
    id: 'metadata',
    gives: 'Title, author, length, format, chapters',
  },
];

/** Options whose fields depend on the plan or the page; all others get the standard field for their kind. */
const ownTargets: ReadonlySet<FormName> = new Set(['queries', 'brands', 'surfaces']);

export type FieldErrors = Partial<Record<FieldName, string>>;

export interface WantedFieldsProps {
  readonly wanted: Wanted;
  readonly onChange: (change: Partial<Wanted>) => void;
  readonly errors: FieldErrors;
  readonly limits: Account['limits'] | undefined;
  /** Questions asked about this video before, which the form offers again. */
  readonly earlierQueries?: readonly string[];
  /** The kind of request that the form makes. */
  readonly body: 'job' | 'batch' | 'follow';
}

export function WantedFields(props: WantedFieldsProps) {
  const { wanted: request, onChange, errors } = props;
  const toggle = (id: Capability, on: boolean) =>
    onChange({
      capabilities: on
        ? [...request.capabilities, id]
        : request.capabilities.filter((capability) => capability !== id),
    });
  return (
    <>
      <fieldset className={styles.offers}>
        <legend>What do you want to know?</legend>
        {offers.map(({ id, gives }) => (
          <Checkbox
            key={id}
            label={capabilityWords[id]}
            hint={gives}
            checked={request.capabilities.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
      </fieldset>
      {errors.capabilities && (
        <p role="alert" className={styles.error}>
          {errors.capabilities}
        </p>
      )}
      <Targets {...props} />
      <details className={styles.more}>
        <summary>
          Language, speakers, captions, frame rate, proof{useCountsCredits() && ', spending cap'}
        </summary>
        <Details {...props} />
      </details>
    </>
  );
}

/** The fields of the options that belong to the chosen capabilities. The plan limits the frame rate. */
function OptionFields({
  options,
  ...props
}: WantedFieldsProps & { readonly options: readonly FormOption[] }) {
  const { wanted: request, onChange, errors } = props;
  return options
    .filter((option) => isUseful(option, request.capabilities))
    .map((option) =>
      option.name === 'fps' ? (
        <FrameRate key={option.name} {...props} />
      ) : (
        <OptionField
          key={option.name}
          option={option}
          value={request[option.name]}
          error={errors[option.name]}
          onChange={(value) => onChange({ [option.name]: value })}
        />
      ),
    );
}

function Targets(props: WantedFieldsProps) {
  const { wanted: request, onChange, errors, limits, body, earlierQueries = [] } = props;
  const hasCapability = (capability: Capability) => request.capabilities.includes(capability);
  const lacksModel = useAbilities()?.lacking.includes('language_model') ?? false;
  const togetherHint = `Answered once, when every video is done.${lacksModel ? ' No language model here: only totals of brands, such as which is shown longest, are sure to be answered.' : ''}`;
  const plainTargets = offeredOptions(body).filter(
    ({ name, capability }) => capability !== undefined && !ownTargets.has(name),
  );

  return (
    <>
      {hasCapability('custom_query') && (
        <ChipsField
          {...jobOptions.queries.form}
          hint={`Enter after each${limits ? `, at most ${limits.max_queries_per_job}` : ''}.`}
          keepCommas
          values={request.queries}
          suggestions={earlierQueries.filter(
            (earlierQuery) => !request.queries.includes(earlierQuery),
          )}
          error={errors.queries}
          onChange={(queries) => onChange({ queries })}
        />
      )}
      {hasCapability('brands') && <BrandTargets {...props} />}
      <OptionFields {...props} options={plainTargets} />
      {body === 'batch' && (
        <ChipsField
          label="Questions over all videos"
          hint={limits?.max_aggregate_queries_per_batch === 0 ? 'Not on this plan.' : togetherHint}
          keepCommas
          values={request.together}
          error={errors.aggregate}
          placeholder="Which brand is shown longest?"
          onChange={(together) => onChange({ together })}
        />
      )}
    </>
  );
}

function BrandTargets({ wanted: request, onChange, errors, limits }: WantedFieldsProps) {
  const { brands: brandOption, surfaces: surfaceOption } = jobOptions;

  return (
    <>
      <ChipsField
        {...brandOption.form}
        hint={
          limits?.requires_target
            ? 'This plan needs at least one, or a surface below.'
            : brandOption.form.hint
        }
        values={request.brands}
        error={errors.brands}
        onChange={(brands) => onChange({ brands })}
      />
      <ChipsField
        {...surfaceOption.form}
        values={request.surfaces}
        error={errors.surfaces}
        suggestions={surfaceOption.values}
        onChange={(surfaces) => onChange({ surfaces })}
      />
    </>
  );
}

function Details(props: WantedFieldsProps) {
  const countsCredits = useCountsCredits();
  const options = offeredOptions(props.body).filter(
    ({ name, capability }) =>
      capability === undefined &&
      (name !== 'max_credits' || countsCredits || props.wanted.max_credits !== ''),
  );
  return (
    <div className={styles.details}>
      <OptionFields {...props} options={options} />
    </div>
  );
}

function FrameRate({ wanted: request, onChange, errors, limits }: WantedFieldsProps) {
  const highest = limits?.max_fps ?? 4;
  const rates = Array.from({ length: highest }, (_, index) => String(index + 1));

  return (
    <SelectField
      {...jobOptions.fps.form}
      value={request.fps}
      error={errors.fps}
      options={[
        { value: '', label: `${highest} a second (the plan’s highest)` },
        ...rates.map((rate) => ({ value: rate, label: `${rate} a second` })),
      ]}
      onChange={(event) => onChange({ fps: event.target.value })}
    />
  );
}
