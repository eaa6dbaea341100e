/** Mistakes in the options of `reelsight analyze` and `batch create` that can be found before anything is sent. */
import { languageTag } from '@reelsight/contract/language-code';
import { nearest } from '@reelsight/contract/nearest';
import type { Capability } from '@reelsight/sdk';
import { UsageError } from './exit-code.ts';
import type { ConnectOptions } from './session.ts';

export interface AskOptions extends ConnectOptions {
  readonly preset?: string;
  readonly capabilities?: readonly string[];
  readonly query?: readonly string[];
  readonly brand?: readonly string[];
  readonly object?: readonly string[];
  readonly surface?: readonly string[];
  readonly language?: string;
  readonly captions?: 'human' | 'any' | 'none';
  readonly fps?: number;
  readonly externalId?: string;
  readonly tag?: readonly string[];
}

/** A test compares it with the interface; as a record it cannot miss one. */
const capabilityFlags: Readonly<Record<Capability, true>> = {
  transcription: true,
  summary: true,
  brands: true,
  objects: true,
  custom_query: true,
  metadata: true,
};
export const capabilityNames = Object.keys(capabilityFlags) as readonly Capability[];

/** A well-formed code is accepted even if it is not known here; any other spelling has to name a language. */
function isLanguage(hint: string): boolean {
  const isCode = /^(?=.{2,10}$)[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(hint);
  return isCode || hint.toLowerCase() === 'auto' || languageTag(hint) !== null;
}

/** Throws UsageError. */
export function checkAsk(options: AskOptions): void {
  const { capabilities = [] } = options;
  if (options.preset?.trim() === '') throw new UsageError('--preset is empty.');

  for (const name of capabilities) checkCapability(name);
  for (const [flag, values] of textsOf(options)) for (const text of values) checkText(flag, text);
  const limits = { brand: 50, object: 5, surface: 10, tag: 10 } as const;

  for (const name of ['brand', 'object', 'surface', 'tag'] as const) {
    if ((options[name]?.length ?? 0) > limits[name])
      throw new UsageError(`--${name} can be given at most ${limits[name]} times.`);
  }

  const { fps, language } = options;
  if (fps !== undefined && (fps < 1 || fps > 4))
    throw new UsageError(`--fps ${fps}: must be 1, 2, 3 or 4.`);
  if (language !== undefined && !isLanguage(language))
    throw new UsageError(`--language ${language}: must be a code such as en or pt-BR.`);
  checkPairs(options);
}

function checkCapability(name: string): void {
  if (Object.hasOwn(capabilityFlags, name)) return;
  const close = nearest(name, capabilityNames);
  throw new UsageError(
    `--capabilities ${name}: no such capability.${close ? ` Did you mean ${close}?` : ''} The capabilities are ${capabilityNames.join(', ')}.`,
  );
}

const longest: Readonly<Record<string, number>> = {
  query: 500,
  brand: 100,
  object: 100,
  'external-id': 200,
  tag: 50,
};

const textsOf = ({ query, brand, object, externalId, tag }: AskOptions) =>
  Object.entries({
    query: query ?? [],
    brand: brand ?? [],
    object: object ?? [],
    tag: tag ?? [],
    'external-id': externalId === undefined ? [] : [externalId],
  });

function checkText(flag: string, text: string): void {
  if (text.trim() === '') throw new UsageError(`--${flag} is empty.`);
  const maximum = longest[flag] ?? 0;
  const { length } = [...text];
  if (length > maximum)
    throw new UsageError(`--${flag} has ${length} characters; ${maximum} are allowed.`);
}

/** Checks options that need each other: questions and custom_query, things and objects, targets and brands. */
function checkPairs(options: AskOptions): void {
  const { capabilities = [], query = [], object = [], brand = [], surface = [] } = options;
  const hasCapability = (name: Capability) => capabilities.includes(name);
  if (hasCapability('custom_query') && query.length === 0)
    throw new UsageError('--capabilities custom_query needs a --query.');
  if (hasCapability('objects') && object.length === 0)
    throw new UsageError('--capabilities objects needs an --object.');
  if (capabilities.length === 0) return;

  const pairs: [Capability, string, number][] = [
    ['custom_query', '--query', query.length],
    ['objects', '--object', object.length],
    ['brands', '--brand or --surface', brand.length + surface.length],
  ];
  for (const [name, flag, count] of pairs) {
    if (count > 0 && !hasCapability(name))
      throw new UsageError(`${flag} needs ${name} among --capabilities.`);
  }
}
