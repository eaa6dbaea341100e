/** The operator's calls for the service as a whole and its accounts. */
import { z } from 'zod';
import { abilities, abilitiesQuery } from '../abilities.ts';
import {
  consoleAccount,
  listAccountsQuery,
  modelPulled,
  operatorOverview,
  passwordReset,
} from '../service.ts';
import { exampleIds } from './example-ids.ts';
import {
  type CallRow,
  created,
  oneAnswer,
  operatorBase as operator,
  type Param,
  page,
  workspaceBase as workspace,
} from './row.ts';

const user = {
  description: 'Id of the person.',
  example: exampleIds.user,
} as const satisfies Param;
const model = {
  description: 'Name of the model.',
  example: 'moonshine-base',
} as const satisfies Param;

const overview: z.input<typeof operatorOverview> = {
  version: '0.1.0',
  role: 'all',
  database: 'pglite',
  storage: 'files',
  started_at: '2026-11-12T06:00:00.000Z',
  parts: { database: 'ok', storage: 'ok', queue: 'ok' },
  disk: {
    state: 'ok',
    free_bytes: 68_719_476_736,
    total_bytes: 274_877_906_944,
    reserve_bytes: 2_147_483_648,
  },
  engines: [
    {
      role: 'speech',
      name: 'moonshine-tiny',
      version: '1',
      kind: 'embedded',
      available: true,
      chosen: true,
      missing: null,
      trouble: null,
    },
  ],
  models: [
    {
      model_id: 'moonshine-base',
      role: 'speech',
      license: 'MIT',
      size_bytes: 247_000_000,
      state: 'absent',
      pulled_bytes: 0,
      error: null,
      trial: null,
    },
  ],
  workers: [
    {
      worker_id: 'worker-1',
      jobs: [exampleIds.job],
      serves: ['hear', 'see', 'join'],
      hosts: 2,
      heartbeat_at: '2026-11-12T09:30:20.000Z',
    },
  ],
  queues: [{ queue: 'hear', waiting: 2, active: 1, served: true }],
  jobs: { pending: 2, processing: 1, held: 0 },
  platforms: [{ platform: 'youtube', state: 'ok', until: null, last_error: null }],
  links: {
    available: true,
    version: '2026.11.01',
    origin: 'data folder',
    age_days: 11,
    advice: null,
  },
};

export const serviceCalls = {
  getOverview: {
    method: 'GET',
    tag: 'Service',
    summary: 'Read the state of the service.',
    description: 'Engines, models, workers, queues and platforms at this moment.',
    session: { role: 'operator', path: `${operator}/overview` },
    answers: oneAnswer(operatorOverview, overview),
    errors: [],
  },
  getAbilities: {
    method: 'GET',
    tag: 'Service',
    summary: 'Read what the installed engines can and can’t do.',
    description: 'As of the machine that answers; a worker may have other models.',
    session: { role: 'member', path: `${workspace}/abilities` },
    query: abilitiesQuery,
    answers: oneAnswer(abilities, {
      lacking: ['languages', 'objects'],
      unseen_objects: ['sneaker'],
      unseen_logos: ['Globex'],
    }),
    errors: ['VALIDATION_FAILED'],
  },
  listAccounts: {
    method: 'GET',
    tag: 'Service',
    summary: 'List the accounts of the service, newest first.',
    description: 'People with the workspaces they are in, a page at a time.',
    session: { role: 'operator', path: `${operator}/accounts` },
    query: listAccountsQuery,
    answers: page(
      z.array(consoleAccount),
      [
        {
          user_id: exampleIds.user,
          name: 'Ada Moreau',
          email: 'ada@example.com',
          operator: false,
          totp: false,
          created_at: '2026-11-02T14:18:30.771Z',
          workspaces: [
            { workspace_id: exampleIds.workspace, name: 'Acme Research', role: 'member' },
          ],
        },
      ],
      'A page of accounts.',
    ),
    errors: [],
  },
  resetPassword: {
    method: 'POST',
    costly: true,
    tag: 'Service',
    summary: 'Give somebody a new password.',
    description:
      "For users who forgot their password; this service sends no mail. All their sessions end. An operator's own account needs the operator's token: `reelsight admin reset-password`.",
    audit: 'account.password_reset',
    session: { role: 'operator', path: `${operator}/accounts/:user/password` },
    params: { user },
    answers: created(passwordReset, { user_id: exampleIds.user, password: 'vG7c-wQ2nLx9Rk4T' }),
    errors: ['NOT_FOUND'],
  },
  pullModel: {
    method: 'POST',
    costly: true,
    tag: 'Service',
    summary: 'Pull a model.',
    description: 'Begins in the background; the overview shows its progress.',
    audit: 'model.pulled',
    session: { role: 'operator', path: `${operator}/models/:id/pull` },
    params: { id: model },
    answers: oneAnswer(modelPulled, { model_id: 'moonshine-base' }, 'It is being pulled.', 202),
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, CallRow>;
