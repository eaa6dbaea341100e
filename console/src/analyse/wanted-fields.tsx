/** What a video can be analysed for, described by what the user gets, and the details of each. */
import type { Capability, CaptionChoice } from '@reelsight/contract';
import { surfaces } from '@reelsight/contract/surfaces';
import type { Account } from '@reelsight/sdk';
import { capabilityWords } from '../format/words.ts';
import { ChipsField } from '../ui/chips-field.tsx';
import { Checkbox, SelectField, TextField } from '../ui/field.tsx';
import styles from './analyse.module.css';
import { type FieldName, listensToSpeech, looksAtFrames, type Wanted } from './wanted.ts';

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

const captionOptions: readonly { value: CaptionChoice; label: string }[] = [
  { value: 'human', label: 'Those that people wrote' },
  { value: 'any', label: 'Automatic ones as well' },
  { value: 'none', label: 'None: transcribe the sound' },
];

export type FieldErrors = Partial<Record<FieldName, string>>;

export interface WantedFieldsProps {
  readonly wanted: Wanted;
  readonly onChange: (change: Partial<Wanted>) => void;
  readonly errors: FieldErrors;
  readonly limits: Account['limits'] | undefined;
  /** Questions asked about this video before; offered again. */
  readonly earlierQueries?: readonly string[];
  /** The form is for several videos at once. */
  readonly batch?: boolean;
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
        <summary>Language, captions, frame rate, proof, spending cap</summary>
        <Details {...props} />
      </details>
    </>
  );
}

function Targets(props: WantedFieldsProps) {
  const { wanted: request, onChange, errors, limits, batch, earlierQueries = [] } = props;
  const hasCapability = (capability: Capability) => request.capabilities.includes(capability);
  return (
    <>
      {hasCapability('custom_query') && (
        <ChipsField
          label="Questions"
          hint={`Enter after each${limits ? `, at most ${limits.max_queries_per_job}` : ''}.`}
          keepCommas
          values={request.queries}
          suggestions={earlierQueries.filter(
            (earlierQuery) => !request.queries.includes(earlierQuery),
          )}
          error={errors.queries}
          placeholder="How much does the coffee cost?"
          onChange={(queries) => onChange({ queries })}
        />
      )}
      {hasCapability('brands') && <BrandTargets {...props} />}
      {hasCapability('objects') && (
        <ChipsField
          label="Objects"
          hint="Up to five things to look for."
          values={request.objects}
          error={errors.objects}
          placeholder="cup"
          onChange={(objects) => onChange({ objects })}
        />
      )}
      {batch && (
        <ChipsField
          label="Questions over all videos"
          hint={
            limits?.max_aggregate_queries_per_batch === 0
              ? 'Not on this plan.'
              : 'Answered once, when every video is done.'
          }
          keepCommas
          values={request.together}
          error={errors.aggregate}
          placeholder="Which brand is shown in most videos?"
          onChange={(together) => onChange({ together })}
        />
      )}
    </>
  );
}

function BrandTargets({ wanted: request, onChange, errors, limits, batch }: WantedFieldsProps) {
  if (batch) {
    return (
      <p className={styles.soft}>
        A batch looks for all brands; to look for some only, analyse videos one by one.
      </p>
    );
  }
  return (
    <>
      <ChipsField
        label="Only these brands"
        hint={
          limits?.requires_target
            ? 'This plan needs at least one, or a surface below.'
            : 'Leave empty for every brand that shows. Brands you name are found more reliably.'
        }
        values={request.brands}
        error={errors.brands}
        placeholder="Samsung"
        onChange={(brands) => onChange({ brands })}
      />
      <ChipsField
        label="Only on these surfaces"
        hint="For example jersey-front or billboard; needs a vision model on the server."
        values={request.surfaces}
        error={errors.surfaces}
        suggestions={surfaces}
        onChange={(chosen) => onChange({ surfaces: chosen })}
      />
    </>
  );
}

function Details(props: WantedFieldsProps) {
  const { wanted: request, onChange, errors } = props;
  return (
    <div className={styles.details}>
      <SpeechDetails {...props} />
      <FrameRate {...props} />
      <TextField
        label="Spending cap, credits"
        hint="A job that would cost more fails instead, and costs nothing."
        inputMode="numeric"
        value={request.maxCredits}
        error={errors.max_credits}
        onChange={(event) => onChange({ maxCredits: event.target.value })}
      />
      <Checkbox
        label="Proof"
        hint="Proof frames, spoken words and the filmstrip"
        checked={request.proof}
        onChange={(event) => onChange({ proof: event.target.checked })}
      />
    </div>
  );
}

function SpeechDetails({ wanted: request, onChange, errors, batch }: WantedFieldsProps) {
  return (
    <>
      {!batch && (
        <TextField
          label="Language spoken"
          hint="A hint such as en or de; it is detected anyway."
          value={request.language}
          error={errors.language}
          onChange={(event) => onChange({ language: event.target.value })}
        />
      )}
      {listensToSpeech(request) && (
        <SelectField
          label="Captions of the platform"
          hint="For links. They take the place of the transcript; they have no speakers, and seldom times of words."
          value={request.captions}
          error={errors.captions}
          options={captionOptions}
          onChange={(event) => onChange({ captions: event.target.value as CaptionChoice })}
        />
      )}
    </>
  );
}

function FrameRate({ wanted: request, onChange, errors, limits, batch }: WantedFieldsProps) {
  if (batch || !looksAtFrames(request)) return null;

  const highest = limits?.max_fps ?? 4;
  const rates = Array.from({ length: highest }, (_, index) => String(index + 1));

  return (
    <SelectField
      label="Frames looked at"
      hint="More find what passes quickly, and cost more."
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
