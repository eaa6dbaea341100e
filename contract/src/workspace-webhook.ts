/** The address of a workspace for its events. */
import { z } from 'zod';
import { webhookEventKinds } from './event.ts';
import type { EventKind } from './event-kinds.ts';
import { webhookUrl } from './job.ts';

const kind = z.enum(webhookEventKinds as [EventKind, ...EventKind[]]);
const exampleKinds = ['job.completed', 'job.failed'];

export const workspaceWebhook = z
  .looseObject({
    url: z
      .string()
      .nullable()
      .describe('Address that gets the events of the workspace; null if it has none.')
      .meta({ examples: ['https://hooks.example.com/reelsight'] }),
    events: z
      .array(kind)
      .describe('Kinds of events that are sent there; none without an address.')
      .meta({ examples: [exampleKinds] }),
  })
  .meta({ id: 'WorkspaceWebhook', description: 'The address of a workspace for its events.' });
export type WorkspaceWebhook = z.infer<typeof workspaceWebhook>;

export const setWorkspaceWebhook = z
  .strictObject({
    url: webhookUrl.describe(
      'HTTPS address of a public host that gets events of all jobs and batches of the workspace, in addition to the `webhook_url` of each. Starter plan and above.',
    ),
    events: z
      .array(kind)
      .min(1)
      .nullish()
      .describe('Kinds of events to send, at least one. Absent: all of them.')
      .meta({ examples: [exampleKinds] }),
  })
  .meta({
    id: 'SetWorkspaceWebhook',
    description: 'Where events of a workspace are sent, and which.',
  });
export type SetWorkspaceWebhook = z.infer<typeof setWorkspaceWebhook>;
