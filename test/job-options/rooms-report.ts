/**
 * A program that prints as JSON how each room (part of the code) treats the made-up options. It is a separate process,
 * because the rooms read the table when they are loaded.
 */
import './extend-table.ts';

import {
  askOf,
  createBatch,
  createFollow,
  createJob,
  defaultPlans,
  type Follow,
  follow,
  type JobRowView,
  job,
  type Preset,
  preset,
  presetEntry,
} from '@reelsight/contract';
import type { OptionBody } from '@reelsight/contract/job-options';
import { tools } from '@reelsight/mcp';
import { checkAsk } from '../../cli/src/analyze-options.ts';
import { askedBy } from '../../cli/src/ask-options.ts';
import type { Command } from '../../cli/src/command.ts';
import { createProgram } from '../../cli/src/program.ts';
import { batchOf, jobOf, nothingWanted, type Wanted } from '../../console/src/analyse/wanted.ts';
import { entryOf, wantedBy } from '../../console/src/analyse/wanted-by-preset.ts';
import { wantedOf } from '../../console/src/job/cost/asked-again.ts';
import { createOf, draftOf, emptyFollow } from '../../console/src/pages/follows/follow-draft.ts';
import type { JobRow } from '../../server/src/db/jobs/jobs.ts';
import type { Owned } from '../../server/src/db/owned.ts';
import type { Domain } from '../../server/src/domain/domain.ts';
import { jobView } from '../../server/src/domain/jobs/view.ts';
import { withPreset } from '../../server/src/domain/plans/presets.ts';
import { chosenValues } from './made-up.ts';

const capabilities = ['transcription', 'objects'] as const;
const request = { capabilities: [...capabilities], objects: ['cup'], ...chosenValues };

const bodies = {
  job: createJob.parse({ ...request, url: 'https://example.com/a' }),
  batch: createBatch.parse({ ...request, urls: ['https://example.com/a'] }),
  preset: presetEntry.parse({ ...request, name: 'Made up' }),
  follow: createFollow.parse({ ...request, name: 'Made up', source: 'https://example.com/a' }),
};

const wrongValues: Readonly<Record<string, unknown>> = {
  made_up_texts: ['a', 'b', 'c'],
  made_up_slugs: ['left', 'right', 'left'],
  made_up_text: 'x'.repeat(21),
  made_up_number: 10,
  made_up_range: { min: 4, max: 2 },
  made_up_choice: 'quick',
  made_up_switch: 'on',
};
const accepted = Object.entries(wrongValues)
  .filter(
    ([name, value]) =>
      createJob.safeParse({ ...request, url: 'https://example.com/a', [name]: value }).success,
  )
  .map(([name]) => name);

const { limits } = defaultPlans.scale;
const ask = askOf(request, limits);
const defaults = askOf({ capabilities: ['summary'] }, limits);

const presetRow = {
  id: 'preset_1',
  name: 'Made up',
  ask: request,
  updated_at: new Date(0),
};
const domain = { plans: defaultPlans, db: { query: async () => [presetRow] } };

const byPreset = (input: object) =>
  withPreset(
    domain as unknown as Domain,
    { workspaceId: 'ws_1', plan: 'scale' },
    { preset: 'Made up', ...input },
  );

const jobRow = {
  id: 'job_1',
  status: 'completed',
  ask,
  tags: [],
  upload_key: null,
  external_id: null,
  batch_id: null,
  credits_estimated_at_submit: null,
  error_code: null,
  created_at: new Date(0),
  started_at: null,
  completed_at: null,
} as unknown as Owned<JobRow>;

const viewed = jobView(jobRow);

const flags = [
  ...['--made-up-texts', 'Bread', '--made-up-texts', 'Rolls', '--made-up-slugs', 'right'],
  ...['--made-up-text', 'Baker', '--made-up-number', '3', '--made-up-choice', 'fast'],
  ...['--made-up-range', '2-4'],
  '--made-up-switch',
];

const program = createProgram(
  { stdout: process.stdout, stderr: process.stderr } as never,
  () => {},
);

const commandAt = (...words: string[]): Command =>
  words.reduce<Command>(
    (command, word) => command.commands.find((inner) => inner.name() === word) ?? command,
    program,
  );

function requestedBy(command: Command, body: OptionBody): object {
  command.parseOptions(['-c', 'objects', '-o', 'cup', ...flags]);
  const options = command.opts();
  checkAsk(options);
  return askedBy(options, body);
}

const commands: Readonly<Record<'job' | 'batch' | 'preset', Command>> = {
  job: commandAt('analyze'),
  batch: commandAt('batch', 'create'),
  preset: commandAt('presets', 'save'),
};
const commandLine = Object.entries(commands).map(([body, command]) => ({
  help: command.helpInformation(),
  request: requestedBy(command, body as OptionBody),
}));

const toolInputs = ['estimate_analysis', 'analyze_video', 'analyze_batch'].map((name) => {
  const shape = tools.find((tool) => tool.name === name)?.input.shape ?? {};
  const names = Object.entries(chosenValues)
    .filter(([option, value]) => shape[option] && isAccepted(shape[option], value))
    .map(([option]) => option);
  return [name, names];
});

function isAccepted(schema: unknown, value: unknown): boolean {
  return (schema as typeof createJob).safeParse(value).success;
}

/** The form keeps numbers as the text that was typed. */
const typedTexts = {
  made_up_number: '3',
  made_up_range: '2-4',
  made_up_text: ' Baker ',
};
const typed: Wanted = {
  ...nothingWanted,
  ...chosenValues,
  ...typedTexts,
  capabilities,
  objects: ['cup'],
};
const createdFollow = createOf({ ...emptyFollow, wanted: typed });
const savedPreset = { ...entryOf('Made up', typed), built_in: false } as unknown as Preset;
const form = {
  job: jobOf(typed, {}),
  batch: batchOf(typed, { urls: ['https://example.com/a'], uploads: [] }),
  preset: savedPreset,
  follow: createdFollow,
  fromPreset: jobOf(wantedBy(savedPreset, nothingWanted), {}),
  fromJob: jobOf(wantedOf(viewed as JobRowView), {}),
  fromFollow: createOf(
    draftOf({ name: 'Made up', source: '', rule: createdFollow } as unknown as Follow),
  ),
  untouched: jobOf(nothingWanted, {}),
  useless: jobOf({ ...typed, capabilities: ['metadata'] }, {}),
};

console.log(
  JSON.stringify({
    bodies,
    accepted,
    ask,
    defaults,
    presetView: Object.keys(preset.shape),
    jobViewFields: Object.keys(job.shape),
    ruleFields: Object.keys(follow.shape.rule.shape),
    byPreset: await byPreset({}),
    beside: await byPreset({ made_up_choice: 'slow', capabilities: ['summary'] }),
    implied: await byPreset({ capabilities: undefined, made_up_texts: ['Cake'] }),
    viewed,
    commandLine,
    toolInputs: Object.fromEntries(toolInputs),
    form,
  }),
);
