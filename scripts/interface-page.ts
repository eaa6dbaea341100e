/**
 * Makes docs/interface.md: the text of interface-page.md, with tables that are generated from the contract inserted
 * where the text names them.
 */
import {
  commonErrors,
  defaultPlans,
  type ErrorCode,
  type ErrorEntry,
  errorTable,
  introduction,
  type JobStatus,
  type NamedOption,
  openapiDocument,
  optionsOf,
  overview,
  type Plan,
  platforms,
  possibleBrandReasons,
  requestLimits,
  stages,
  surfaces,
  uploadCommands,
} from '@reelsight/contract';
import { jobTransitions } from '../server/src/domain/states/job-states.ts';
import { callTable, type Json } from './interface-calls.ts';
import { markdownTable } from './markdown-table.ts';

const document = JSON.parse(JSON.stringify(openapiDocument('http://localhost:8080'))) as Json;
const code = (value: string): string => `\`${value}\``;
const codes = (values: readonly string[]): string => values.map(code).join(', ');
const count = (value: number): string => value.toLocaleString('en');

/** Turns `` `a`: text. `b`: text. `` into a list. */
const definitions = (text: string): string => text.replaceAll(/ (?=`\w+`: )/g, '\n- ');

const transitionTexts: Readonly<Record<string, string>> = {
  'pending processing': 'A worker takes the job up. `started_at` is set.',
  'pending cancelled': 'It was cancelled. Free, no event.',
  'processing completed': 'The results are there; the charge is settled. Sends `job.completed`.',
  'processing failed':
    'A stage failed, a time limit passed, the video is longer than the plan allows, or its estimate above `max_credits`. Free. Sends `job.failed`.',
  'processing cancelled': 'It was cancelled; what was computed is charged. Sends `job.cancelled`.',
  'processing held':
    'Its real length is known and the balance does not suffice. Free so far. Sends `job.held`.',
  'processing pending':
    'The infrastructure failed, such as a worker that died: the job waits for the next one, with a fresh clock.',
  'held pending':
    'Credits were added that suffice; oldest jobs first. Its media is kept, and the check is made again.',
  'held cancelled':
    'It was cancelled, or nobody added credits for 7 days (`HELD_EXPIRED`). Free, no event.',
};

/**
 * Table of every transition of the service's state machine. Throws if a transition has no text, or a text no
 * transition.
 */
function transitionTable(): string {
  const moves = (Object.entries(jobTransitions) as [JobStatus, readonly JobStatus[]][]).flatMap(
    ([from, targets]) => targets.map((to) => [from, to] as const),
  );
  const unknown = Object.keys(transitionTexts).filter(
    (key) => !moves.some((move) => move.join(' ') === key),
  );
  if (unknown.length > 0) throw new Error(`interface.md describes no moves: ${unknown}`);

  const rows = moves.map(([from, to]) => {
    const text = transitionTexts[`${from} ${to}`];
    if (!text) throw new Error(`interface.md does not describe ${from} → ${to}`);
    return [code(from), code(to), text];
  });
  const head = ['(created)', '`pending`', '`POST /v1/jobs`, a batch or a Follow.'];

  return markdownTable(['From', 'To', 'When'], [head, ...rows]);
}

function errorRows(holds: (entry: ErrorEntry) => boolean): [string, ErrorEntry][] {
  return (Object.entries(errorTable) as [string, ErrorEntry][]).filter(
    ([, entry]) => !entry.consoleOnly && holds(entry),
  );
}

const errorsTable = (): string =>
  markdownTable(
    ['Code', 'Status', 'Again', 'Meaning'],
    errorRows(({ status }) => status !== null)
      .sort(([, a], [, b]) => (a.status ?? 0) - (b.status ?? 0))
      .map(([name, entry]) => [
        code(name),
        String(entry.status),
        entry.retryable ? 'yes' : '',
        entry.text,
      ]),
  );

const failuresTable = (): string =>
  markdownTable(
    ['Code', 'Meaning'],
    errorRows(({ job }) => job).map(([name, { text }]) => [code(name), text]),
  );

const planNumbers: Readonly<Record<string, (plan: Plan) => number>> = {
  'Burst of requests': ({ burst }) => burst,
  'Credits of a new workspace': ({ signupCredits }) => signupCredits,
  'Credits granted each month': ({ monthlyAllowance }) => monthlyAllowance,
  'Follows, paused ones too': ({ maxFollows }) => maxFollows,
  'Jobs that may wait (pending or held)': ({ pendingJobs }) => pendingJobs,
};

function plansTable(): string {
  const plans = Object.values(defaultPlans);
  const show = (value: unknown): string =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : count(Number(value));
  const limitNames = Object.keys(plans[0]?.limits ?? {});

  return markdownTable(
    ['', ...plans.map(({ name }) => name)],
    [
      ...limitNames.map((name) => [code(name), ...plans.map(({ limits }) => show(limits[name]))]),
      ...Object.entries(planNumbers).map(([title, of]) => [
        title,
        ...plans.map((plan) => show(of(plan))),
      ]),
    ],
  );
}

const limitTexts: Readonly<Record<keyof typeof requestLimits, string>> = {
  bodyBytes: 'bytes of a JSON body (`BODY_TOO_LARGE`)',
  filenameCharacters: 'characters of `upload_filename`',
  externalIdCharacters: 'characters of `external_id`',
  batchUrls: '`urls` of a batch (`TOO_MANY_URLS`)',
  uploadBytes: 'bytes of an uploaded file',
  previewSeconds: 'seconds of the `duration_seconds` of a dry run',
  idempotencyKeyCharacters: 'printable ASCII characters of an `Idempotency-Key`',
};

const limitsTable = (): string =>
  markdownTable(
    ['At most', 'Of what'],
    [
      ...Object.entries(limitTexts).map(([name, text]) => [
        count(requestLimits[name as keyof typeof requestLimits]),
        text,
      ]),
      ...optionsOf().flatMap(optionLimits),
    ],
  );

function optionLimits(option: NamedOption): string[][] {
  const limits: string[][] = [];
  const fault = 'countError' in option ? ` (${code(option.countError)})` : '';

  if ('atMost' in option)
    limits.push([count(option.atMost), `${code(option.name)} of a job${fault}`]);
  if (option.kind === 'texts')
    limits.push([count(option.characters), `characters of each of ${code(option.name)}`]);
  if (option.kind === 'text')
    limits.push([count(option.characters), `characters of ${code(option.name)}`]);

  return limits;
}

const webhooks: [string, Json][] = Object.entries(document.webhooks);
const eventSchemas = webhooks.map(([, { post }]): string =>
  post.requestBody.content['application/json'].schema.$ref.split('/').at(-1),
);

const common = (errorCodes: readonly ErrorCode[]): string => codes(errorCodes);

const parts: Readonly<Record<string, () => string>> = {
  introduction: () => introduction,
  overview: () => overview.map(({ title, text }) => `### ${title}\n\n${text}`).join('\n\n'),
  platforms: () => `${codes(platforms.slice(0, -1))} or ${code(platforms.at(-1) ?? '')}`,
  capabilities: () => `- ${definitions(document.components.schemas.Capability.description)}`,
  stages: () => codes(stages),
  'job-transitions': transitionTable,
  surfaces: () => codes(surfaces),
  'possible-brand-reasons': () => codes(possibleBrandReasons),
  'upload-commands': () => uploadCommands,
  plans: plansTable,
  events: () =>
    markdownTable(
      ['Event', 'Meaning'],
      webhooks.map(([name, { post }]) => [code(name), post.description]),
    ),
  'event-schemas': () => codes(eventSchemas),
  errors: errorsTable,
  'job-failures': failuresTable,
  'request-limits': limitsTable,
  'common-errors': () => common(commonErrors.key),
  'body-errors': () => common(commonErrors.body),
  'calls-of-key': () => callTable(document, 'key'),
  'calls-of-operator': () => callTable(document, 'operator'),
};

/** Fills the generated tables into the text. Throws if the text names a table that does not exist, or omits one. */
export function interfacePage(text: string): string {
  const usedParts = new Set<string>();
  const page = text.replaceAll(/\{\{([\w-]+)\}\}/g, (_, name: string) => {
    const part = parts[name];
    if (!part) throw new Error(`interface-page.md names {{${name}}}, which does not exist`);
    usedParts.add(name);
    return part().trimEnd();
  });
  const unusedParts = Object.keys(parts).filter((name) => !usedParts.has(name));
  if (unusedParts.length > 0)
    throw new Error(`interface-page.md leaves out: ${unusedParts.join(', ')}`);

  return page;
}
