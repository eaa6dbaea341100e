/** Made-up options of each kind, which no other code knows. */
import type { JobOption } from '@reelsight/contract/job-options';

const everywhere = {
  bodies: ['job', 'batch', 'preset', 'follow'],
  view: { shown: 'given', description: 'A made-up option, as asked.' },
} as const;

const describedAs = (kind: string) => ({
  ...everywhere,
  description: `A made-up ${kind}.`,
  assistants: { job: `A made-up ${kind}.`, batch: `A made-up ${kind}.` },
  form: { label: `Made-up ${kind}` },
});

const flagOf = (kind: string, value?: string) => ({
  name: `made-up-${kind}`,
  help: `help of the made-up ${kind}`,
  ...(value && { value }),
});

export const madeUpOptions = {
  made_up_texts: {
    ...describedAs('texts'),
    kind: 'texts',
    atMost: 2,
    characters: 20,
    default: [],
    example: ['Bread'],
    capability: 'objects',
    flag: flagOf('texts', 'text'),
  },
  made_up_slugs: {
    ...describedAs('slugs'),
    kind: 'slugs',
    atMost: 2,
    values: ['left', 'right'],
    default: [],
    example: ['left'],
    flag: flagOf('slugs', 'slug'),
  },
  made_up_text: {
    ...describedAs('text'),
    kind: 'text',
    characters: 20,
    default: null,
    example: 'Baker',
    need: 'speech',
    addedLater: true,
    flag: flagOf('text', 'text'),
  },
  made_up_number: {
    ...describedAs('number'),
    kind: 'number',
    min: 1,
    max: 9,
    default: null,
    example: 3,
    flag: flagOf('number', 'number'),
  },
  made_up_range: {
    ...describedAs('range'),
    kind: 'range',
    min: 1,
    max: 9,
    default: null,
    example: { min: 2, max: 4 },
    flag: flagOf('range', 'number'),
  },
  made_up_choice: {
    ...describedAs('choice'),
    kind: 'choice',
    values: ['slow', 'fast'],
    labels: { slow: 'Slowly', fast: 'Quickly' },
    default: 'slow',
    example: 'fast',
    flag: flagOf('choice', 'which'),
  },
  made_up_switch: {
    ...describedAs('switch'),
    kind: 'switch',
    default: false,
    example: true,
    flag: flagOf('switch'),
  },
} as const satisfies Readonly<Record<string, JobOption>>;

/** Values that the test requests; each differs from the default. */
export const chosenValues: Readonly<Record<string, unknown>> = {
  made_up_texts: ['Bread', 'Rolls'],
  made_up_slugs: ['right'],
  made_up_text: 'Baker',
  made_up_number: 3,
  made_up_range: { min: 2, max: 4 },
  made_up_choice: 'fast',
  made_up_switch: true,
};
