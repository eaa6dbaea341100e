/**
 * The calls for API keys, the webhook secret and deliveries. The operator's calls reach any workspace; a member's reach
 * only the member's own.
 */
import { z } from 'zod';
import {
  createKey,
  delivery,
  keyCreated,
  listDeliveriesQuery,
  rotateSecret,
  secretRotated,
} from '../admin.ts';
import { apiKey, testEvent } from '../member.ts';
import { setWorkspaceWebhook, workspaceWebhook } from '../workspace-webhook.ts';
import { exampleAccount } from './account.ts';
import { exampleIds } from './example-ids.ts';
import {
  type CallRow,
  created,
  noContent,
  oneAnswer,
  type Param,
  page,
  workspaceBase as workspace,
} from './row.ts';

const ofWorkspace = {
  description: 'Id of the workspace.',
  example: exampleIds.workspace,
} as const satisfies Param;
const ofKey = { description: 'Id of the key.', example: exampleIds.key } as const satisfies Param;
const ofDelivery = {
  description: 'Id of the delivery.',
  example: exampleIds.event,
} as const satisfies Param;

const delivered = {
  delivery_id: exampleIds.event,
  event_id: exampleIds.event,
  event: 'job.completed',
  url: 'https://hooks.example.com/reelsight',
  job_id: exampleIds.job,
  batch_id: null,
  status: 'delivered',
  next_attempt_at: null,
  attempts: [
    {
      attempt: 1,
      at: '2026-11-12T09:30:39.020Z',
      duration_ms: 184,
      status: 200,
      error: null,
      response: 'ok',
    },
  ],
  created_at: '2026-11-12T09:30:38.604Z',
} as const;
const queued = {
  ...delivered,
  status: 'pending',
  next_attempt_at: '2026-11-12T09:41:00.112Z',
} as const;

const exampleWebhook = {
  url: 'https://hooks.example.com/reelsight',
  events: ['job.completed' as const, 'job.failed' as const],
};

export const keyCalls = {
  createKey: {
    method: 'POST',
    tag: 'Keys',
    summary: 'Create an API key; it is shown once.',
    description:
      'Only a hash of it is kept. A workspace may have up to 200 keys that are not revoked, of different scopes.',
    audit: 'key.created',
    operator: { path: '/admin/v1/workspaces/:id/keys' },
    session: { role: 'owner', path: `${workspace}/keys` },
    params: { id: ofWorkspace },
    body: createKey,
    example: { name: 'Nightly import', scopes: ['jobs:write', 'jobs:read'] },
    answers: created(keyCreated, {
      key_id: exampleIds.key,
      api_key: 'rs_live_4fQ2mZ8xT1vB6nK9cR3wY7pL5sD0hJ2a',
    }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  listKeys: {
    method: 'GET',
    tag: 'Keys',
    summary: 'List the API keys of a workspace.',
    description:
      'Names, scopes and who created them; the keys themselves are not stored. Only people and the operator create and revoke keys.',
    key: { scope: 'account:read', path: '/v1/keys' },
    answers: oneAnswer(z.array(apiKey), [
      {
        key_id: exampleIds.key,
        name: 'Nightly import',
        scopes: ['jobs:write', 'jobs:read'],
        created_at: '2026-10-01T07:00:00.000Z',
        created_by: { type: 'user', id: exampleIds.user, name: 'Ada Moreau (ada@example.com)' },
        last_used_at: '2026-11-12T09:30:00.000Z',
        revoked_at: null,
      },
    ]),
    errors: [],
  },
  revokeKey: {
    method: 'DELETE',
    tag: 'Keys',
    summary: 'Revoke an API key.',
    description: 'The next call with it is refused.',
    audit: 'key.revoked',
    operator: { path: '/admin/v1/keys/:id' },
    session: { role: 'owner', path: `${workspace}/keys/:id` },
    params: { id: ofKey },
    answers: noContent('Revoked.'),
    errors: ['NOT_FOUND'],
  },
  rotateSecret: {
    method: 'POST',
    tag: 'Webhooks',
    summary: 'Rotate the webhook signing secret.',
    description:
      'The previous secret becomes invalid at once, unless `keep_previous_hours` is given: until then `webhook-signature` carries a signature by each, and `X-Service-Signature` one by the new secret. If you rotate again, only the most recent previous secret is kept. The new one can also be read with the account.',
    audit: 'webhook_secret.rotated',
    operator: { path: '/admin/v1/workspaces/:id/webhook-secret' },
    session: { role: 'owner', path: `${workspace}/webhook-secret` },
    params: { id: ofWorkspace },
    body: rotateSecret,
    bodyOptional: true,
    example: { keep_previous_hours: 24 },
    answers: created(
      secretRotated,
      {
        webhook_secret: exampleAccount.webhook_secret,
        previous_webhook_secret_ends_at: '2026-11-13T09:41:00.112Z',
      },
      'Rotated.',
    ),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  getWebhook: {
    method: 'GET',
    tag: 'Webhooks',
    summary: 'Read the webhook address of the workspace.',
    description: 'Without an address, `url` is null and `events` is empty.',
    key: { scope: 'account:read', path: '/v1/webhooks/address' },
    operator: { path: '/admin/v1/workspaces/:id/webhook' },
    params: { id: ofWorkspace },
    answers: oneAnswer(workspaceWebhook, exampleWebhook, 'The address and its kinds of events.'),
    errors: ['NOT_FOUND'],
  },
  setWebhook: {
    method: 'PUT',
    tag: 'Webhooks',
    summary: 'Set the webhook address of a workspace.',
    description:
      'Events of the chosen kinds go there for every job and batch of the workspace, also for jobs of batches and of Follows, in addition to the `webhook_url` of a request; an event whose `webhook_url` is the same address is sent once. Only owners and the operator set it. Nothing is sent while the plan has no webhooks.',
    audit: 'webhook_address.set',
    operator: { path: '/admin/v1/workspaces/:id/webhook' },
    session: { role: 'owner', path: `${workspace}/webhook` },
    params: { id: ofWorkspace },
    body: setWorkspaceWebhook,
    example: exampleWebhook,
    answers: oneAnswer(workspaceWebhook, exampleWebhook, 'Set.'),
    errors: ['NOT_FOUND', 'MODE_NOT_ALLOWED', 'VALIDATION_FAILED'],
  },
  removeWebhook: {
    method: 'DELETE',
    tag: 'Webhooks',
    summary: 'Remove the webhook address of a workspace.',
    description: 'Deliveries that are under way are still attempted.',
    audit: 'webhook_address.removed',
    operator: { path: '/admin/v1/workspaces/:id/webhook' },
    session: { role: 'owner', path: `${workspace}/webhook` },
    params: { id: ofWorkspace },
    answers: noContent('Removed.'),
    errors: ['NOT_FOUND'],
  },
  listDeliveries: {
    method: 'GET',
    tag: 'Webhooks',
    summary: 'List webhook deliveries, newest first.',
    description:
      'Each with its attempts and the beginning of their answers, a page at a time. All given filters must match. Kept for 30 days unless the operator set another time.',
    key: { scope: 'jobs:read', path: '/v1/webhooks/deliveries' },
    operator: { path: '/admin/v1/workspaces/:id/deliveries' },
    params: { id: ofWorkspace },
    query: listDeliveriesQuery,
    answers: page(
      z.array(delivery),
      [{ ...delivered, attempts: [...delivered.attempts] }],
      'A page of deliveries.',
    ),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  replayDelivery: {
    method: 'POST',
    costly: true,
    tag: 'Webhooks',
    summary: 'Send a webhook event once more.',
    description:
      'A new round of attempts with the same event id and body, each signed with the secret current at its time. Attempts of the previous round that were still waiting are dropped.',
    audit: 'delivery.replayed',
    key: { scope: 'jobs:write', path: '/v1/webhooks/deliveries/:id/replay' },
    operator: { path: '/admin/v1/deliveries/:id/replay' },
    params: { id: ofDelivery },
    answers: created(delivery, { ...queued, attempts: [...delivered.attempts] }, 'Queued.'),
    errors: ['NOT_FOUND'],
  },
  sendTestEvent: {
    method: 'POST',
    costly: true,
    tag: 'Webhooks',
    summary: 'Send a test event.',
    description: 'A `webhook.test` event with an empty payload, delivered like any other event.',
    unaudited: 'Changes nothing; the delivery stands in the log of deliveries.',
    key: { scope: 'jobs:write', path: '/v1/webhooks/test' },
    body: testEvent,
    example: { url: 'https://hooks.example.com/reelsight' },
    answers: created(
      delivery,
      { ...queued, event: 'webhook.test', job_id: null, attempts: [] },
      'Queued.',
    ),
    errors: ['MODE_NOT_ALLOWED', 'VALIDATION_FAILED'],
  },
} as const satisfies Record<string, CallRow>;
