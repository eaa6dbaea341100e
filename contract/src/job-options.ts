/**
 * The options of an analysis that a caller may choose. Each option is described once, in this table, from which request
 * bodies, the stored ask, views, presets, Follows, the command line, the tools for assistants and the console's form
 * are made. Plain data. Options that name the video, or that concern the handling of the job (`url`, `webhook_url`,
 * `tags`, …), are not in the table.
 */
import { exampleIds } from './calls/example-ids.ts';
import type { NumberRange } from './number-range.ts';
import type { ChoiceOption, JobOption, OptionBody } from './option-kinds.ts';
import { partOptions } from './part-options.ts';
import { type ShapedQuery, shapedQueryLimits } from './shaped-query-terms.ts';
import { surfaces } from './surfaces.ts';

export type { JobOption, OptionBody } from './option-kinds.ts';

/**
 * All options of a job. Their order matters: if options add capabilities to those of a preset, the job gets the added
 * ones in this order.
 */
export const jobOptions = {
  queries: {
    kind: 'texts',
    countError: 'TOO_MANY_QUERIES',
    characters: 500,
    default: [],
    bodies: ['job', 'batch', 'preset', 'follow'],
    description:
      "Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`.",
    descriptions: {
      batch:
        "Questions asked of each video, each of at most 500 characters; at most the plan's `max_queries_per_job`.",
    },
    example: ['Which product is shown?'],
    capability: 'custom_query',
    view: {
      shown: 'given',
      description: 'The questions, as asked; absent if none were.',
      example: ['Which product is shown?'],
    },
    flag: {
      name: 'query',
      short: 'q',
      value: 'question',
      help: 'a question about the video (repeatable)',
      helps: { batch: 'a question about each video (repeatable)' },
    },
    assistants: {
      job: 'Questions.',
      batch: 'Asked of each video.',
    },
    form: {
      label: 'Questions',
      placeholder: 'How much does the coffee cost?',
    },
  },
  shaped_queries: {
    kind: 'shaped',
    atMost: shapedQueryLimits.atMost,
    default: [],
    bodies: ['job', 'batch', 'preset', 'follow'],
    description:
      'Questions whose answer has a form: one of `choices`, a value that fits a JSON `schema`, or a `ready` question. They count as `queries` against `max_queries_per_job`, and are answered after them in `query_results`, with `value` and evidence for each field. An answer that does not fit, or that nothing supports, is not given. Needed by `custom_query` where there are no `queries`.',
    example: [{ query: 'Which plan is recommended?', choices: ['Free', 'Starter', 'Pro'] }],
    capability: 'custom_query',
    addedLater: true,
    view: {
      shown: 'given',
      description: 'The questions whose answer has a form, as asked; absent if none were.',
      example: [{ query: 'Which plan is recommended?', choices: ['Free', 'Starter', 'Pro'] }],
    },
    flag: {
      name: 'shaped-query',
      value: 'json',
      help: 'a question with the form of its answer, as JSON with query and choices or schema, or with ready: chapters, key_moments or sponsors (repeatable)',
    },
    assistants: {
      job: 'Answers in a form: {query, choices}, {query, schema} or {ready: chapters, key_moments or sponsors}.',
      batch: 'Asked of each video.',
    },
    form: {
      label: 'Answers in a form',
      hint: 'Fit for a table: each is a list, one of the answers that you name, a number, a date or a name, or left out.',
    },
  },
  objects: {
    kind: 'texts',
    atMost: 5,
    characters: 100,
    default: [],
    bodies: ['job', 'batch', 'preset', 'follow'],
    description:
      'Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`.',
    descriptions: {
      batch: 'Things to look for in every video, at most 5 names of at most 100 characters.',
    },
    example: ['dog', 'traffic light'],
    capability: 'objects',
    view: {
      shown: 'given',
      description: 'The things to look for, as asked; absent if none were named.',
      example: ['dog'],
    },
    flag: {
      name: 'object',
      short: 'o',
      value: 'name',
      help: 'an object to look for (repeatable)',
      helps: { batch: 'a thing to look for (repeatable)' },
    },
    assistants: {
      job: 'Things, such as bicycle.',
      batch: 'Things to look for, at most 5.',
    },
    form: {
      label: 'Objects',
      hint: 'Up to five things to look for.',
      placeholder: 'cup',
    },
  },
  brands: {
    kind: 'texts',
    atMost: 50,
    countError: 'TOO_MANY_BRANDS',
    characters: 100,
    default: [],
    bodies: ['job', 'preset', 'follow'],
    description:
      'Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it.',
    example: ['Nike', 'Adidas'],
    capability: 'brands',
    view: {
      shown: 'given',
      description: 'The brands to look for, as asked; absent if none were named.',
    },
    flag: {
      name: 'brand',
      short: 'b',
      value: 'name',
      help: 'a brand to look for (repeatable)',
    },
    assistants: {
      job: 'Absent: all, if the plan allows.',
    },
    form: {
      label: 'Only these brands',
      hint: 'Leave empty for every brand that shows. Brands you name are found more reliably.',
      placeholder: 'Samsung',
    },
  },
  surfaces: {
    kind: 'slugs',
    atMost: 10,
    values: surfaces,
    default: [],
    bodies: ['job', 'preset', 'follow'],
    description: `Only appearances on these surfaces count, at most 10 of: ${surfaces.join(', ')}. Absent: a brand counts wherever it is seen.`,
    example: ['jersey-front', 'perimeter-board'],
    capability: 'brands',
    view: {
      shown: 'given',
      description: 'The surfaces that count, as asked; absent if none were named.',
      example: ['jersey-front'],
    },
    flag: {
      name: 'surface',
      value: 'slug',
      help: 'a surface to look on (repeatable)',
    },
    assistants: { job: 'Only brands on these surfaces, such as jersey-front.' },
    form: {
      label: 'Only on these surfaces',
      hint: 'For example jersey-front or billboard; needs a vision model on the server.',
    },
  },
  language: {
    kind: 'text',
    characters: 10,
    default: null,
    bodies: ['job', 'preset', 'follow'],
    description:
      'Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it.',
    example: 'en',
    view: {
      shown: 'always',
      description: 'The hint that was given, not what was detected; null without one.',
      example: 'en',
    },
    flag: {
      name: 'language',
      value: 'code',
      help: 'spoken language, as a hint',
    },
    assistants: { job: 'Such as en; a hint.' },
    form: {
      label: 'Language spoken',
      hint: 'A hint such as en or de; it is detected anyway.',
    },
  },
  speakers_expected: {
    kind: 'range',
    min: 1,
    max: 50,
    default: null,
    bodies: ['job', 'batch', 'preset', 'follow'],
    description:
      'How many people speak, as far as you know: a number, 1 to 50, or an object with `min`, `max` or both. A hint for telling speakers apart: voices are grouped into that many, or freely and once more if the bounds are missed. `speakers_detected` says how many were found, which may be others. It has no effect where each channel is one speaker, on captions, and where speakers are not told apart (`meta.diarization_unavailable`).',
    example: { min: 2, max: 4 },
    need: 'speech',
    addedLater: true,
    view: {
      shown: 'given',
      description: 'Number of people who speak, as told with the job; absent if nothing was told.',
      example: 2,
    },
    flag: {
      name: 'speakers',
      value: 'number',
      help: 'how many people speak: 2, 2-4, 2- (or more) or -4 (or fewer)',
    },
    assistants: { job: 'How many speak, or {min, max}.' },
    form: {
      label: 'People who speak',
      hint: 'A number, or bounds such as 2-4; it helps to tell voices apart.',
    },
  },
  glossary_terms: {
    kind: 'texts',
    atMost: 50,
    characters: 80,
    spoken: true,
    default: [],
    bodies: ['job', 'batch', 'preset', 'follow'],
    description:
      'Names and jargon that are said in the video, at most 50 of 2 to 80 characters each, which the recogniser favours: in addition to the glossary of the workspace, and before it.',
    example: ['Kubernetes'],
    need: 'speech',
    addedLater: true,
    view: {
      shown: 'given',
      description: 'The names and jargon told with the job; absent if none were.',
      example: ['Kubernetes'],
    },
    flag: {
      name: 'term',
      value: 'text',
      help: 'a name or word that is said, to be written like this (repeatable)',
    },
    assistants: { job: 'Names and jargon said in it.' },
    form: {
      label: 'Names and jargon',
      hint: 'Words that are said, as they are written; beside the glossary of the workspace.',
      placeholder: 'Kubernetes',
    },
  },
  glossary: {
    kind: 'switch',
    default: true,
    bodies: ['job', 'batch', 'preset', 'follow'],
    description:
      'Whether the recogniser favours the glossary of the workspace, as it is when the job is created. Default true.',
    example: false,
    need: 'speech',
    addedLater: true,
    view: {
      shown: 'given',
      description: 'False if the glossary of the workspace is left out; absent otherwise.',
      example: false,
    },
    flag: {
      name: 'glossary',
      help: 'leave the glossary of the workspace out',
    },
    form: {
      label: 'Glossary',
      hint: 'Favour the names and jargon of this workspace',
    },
  },
  captions: {
    kind: 'choice',
    values: ['human', 'any', 'none'],
    labels: {
      human: 'Those that people wrote',
      any: 'Automatic ones as well',
      none: 'None: transcribe the sound',
    },
    default: 'human',
    bodies: ['job', 'batch', 'preset', 'follow'],
    description:
      "For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`.",
    example: 'none',
    need: 'speech',
    addedLater: true,
    view: {
      shown: 'always',
      description:
        'Which captions of the platform may be taken as the transcript, as asked or by default: `human`, `any` or `none`. It matters for links alone.',
      example: 'none',
    },
    flag: {
      name: 'captions',
      value: 'which',
      help: "whether the platform's captions are the transcript: by people (human), also automatic ones (any), or none",
    },
    assistants: {
      job: 'Captions as transcript: by people (default), any or none.',
    },
    form: {
      label: 'Captions of the platform',
      hint: 'For links. They take the place of the transcript; they have no speakers, and seldom times of words.',
    },
  },
  fps: {
    kind: 'number',
    min: 1,
    max: 4,
    default: null,
    planLimit: 'max_fps',
    bodies: ['job', 'preset', 'follow'],
    description:
      "Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`.",
    example: 2,
    need: 'frames',
    view: {
      shown: 'always',
      description:
        "Frames per second that are analysed, 1 to 4: as asked or by default, lowered to the plan's `max_fps`. It matters for capabilities that look at frames.",
      example: 2,
    },
    flag: {
      name: 'fps',
      value: 'number',
      help: 'frames analysed per second, 1 to 4',
    },
    assistants: { job: 'Frames a second.' },
    form: {
      label: 'Frames looked at',
      hint: 'More find what passes quickly, and cost more.',
    },
  },
  max_credits: {
    kind: 'number',
    min: 0,
    default: null,
    bodies: ['job', 'batch', 'follow'],
    description:
      'The job fails with BUDGET_EXCEEDED, uncharged, when its estimate for the real duration is above this many credits. It does not cap the charge. Absent: no limit.',
    descriptions: {
      batch:
        'Refuses the batch with BUDGET_EXCEEDED when its whole estimate is above this many credits. A job whose real duration no longer fits beside the others fails with it later, uncharged. Absent: no limit.',
      follow:
        'A job fails with BUDGET_EXCEEDED, uncharged, when its estimate for the real duration is above this many credits. Absent: no limit.',
    },
    example: 200,
    flag: {
      name: 'max-credits',
      value: 'number',
      help: 'fail if the estimate is higher',
      helps: { batch: 'refuse if the estimate is higher' },
    },
    form: {
      label: 'Spending cap, credits',
      hint: 'A job that would cost more fails instead, and costs nothing.',
    },
  },
  return_proof: {
    kind: 'switch',
    default: true,
    bodies: ['job', 'batch', 'preset', 'follow'],
    description:
      'Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true.',
    example: true,
    view: {
      shown: 'always',
      description: 'Whether proof was asked for.',
    },
    flag: {
      name: 'proof',
      help: 'no proof frames, no storyboard',
    },
    assistants: { job: 'Keep proof frames; default true.' },
    form: {
      label: 'Proof',
      hint: 'Proof frames, spoken words and the filmstrip',
    },
  },
  ...partOptions,
  audio_track: {
    kind: 'number',
    min: 0,
    max: 1000,
    default: null,
    bodies: ['job'],
    description:
      'Index of the audio track that is heard, 0 to 1000, as in `metadata.audio_tracks`. Absent: the main one by its marks, or another where that is silent. A file without such a track fails with EXTRACTION_FAILED.',
    example: 1,
    addedLater: true,
    view: {
      shown: 'given',
      description:
        'Index of the audio track that is heard, 0 to 1000, as asked; absent if none was named.',
      example: 1,
    },
    flag: {
      name: 'audio-track',
      value: 'index',
      help: 'the audio track to hear, as in the metadata',
    },
    assistants: { job: 'Index of the track to hear.' },
  },
  from_job: {
    kind: 'text',
    characters: 100,
    default: null,
    bodies: ['job'],
    description:
      'Id of an earlier job of yours on the same video. Its media and transcript are reused if they are still kept.',
    example: exampleIds.otherJob,
    view: {
      shown: 'given',
      description: 'The earlier job whose media is reused, as asked; absent if none was named.',
      example: exampleIds.otherJob,
    },
    flag: {
      name: 'from-job',
      value: 'id',
      help: 'reuse media and transcript of an earlier job; without a file or link, ask more about its video',
    },
  },
} as const satisfies Readonly<Record<string, JobOption>>;

export type JobOptions = typeof jobOptions;
export type OptionName = keyof JobOptions;

/** Names of the options that a request body may have. */
export type OptionOf<Body extends OptionBody> = {
  [Name in OptionName]: Body extends JobOptions[Name]['bodies'][number] ? Name : never;
}[OptionName];

/** The type of an option's value in a request. */
export type OptionValue<Option extends JobOption> = Option extends { kind: 'texts' | 'slugs' }
  ? string[]
  : Option extends { kind: 'shaped' }
    ? ShapedQuery[]
    : Option extends { kind: 'text' }
      ? string
      : Option extends { kind: 'number' | 'time' }
        ? number
        : Option extends { kind: 'range' }
          ? NumberRange
          : Option extends ChoiceOption
            ? Option['values'][number]
            : boolean;

/** The values of all options in a request, keyed by the option's name. */
export type OptionValues = { [Name in OptionName]: OptionValue<JobOptions[Name]> };

/** Null for an option that has no value unless the caller gives one; never for any other option. */
export type NullOf<Option extends JobOption> = Option extends { default: null }
  ? Option extends { planLimit: string }
    ? never
    : null
  : never;

export const mayBeNull = (option: JobOption): boolean =>
  option.default === null && !('planLimit' in option);

export type CaptionChoice = OptionValues['captions'];

export type NamedOption = JobOption & { readonly name: OptionName };

/** All options, or those that a given body may have, each with its name. */
export function optionsOf(body?: OptionBody): readonly NamedOption[] {
  const options = Object.entries<JobOption>(jobOptions).map(([name, option]) => ({
    ...option,
    name: name as OptionName,
  }));
  return options.filter(({ bodies }) => body === undefined || bodies.includes(body));
}

/** Whether giving this value has the same effect as leaving the option out. */
export const isDefault = (option: JobOption, value: unknown): boolean =>
  value == null || value === option.default || (Array.isArray(value) && value.length === 0);

/**
 * Whether giving the option adds its capability to those of a preset. Things that a caller names are looked for even if
 * the preset does not include that capability.
 */
export const impliesCapability = ({ kind, capability }: JobOption): boolean =>
  capability !== undefined && (kind === 'texts' || kind === 'slugs' || kind === 'shaped');
