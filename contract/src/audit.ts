/** The audit log, which records changes made by operators, owners and keys. */
import { z } from 'zod';
import { exampleIds } from './calls/example-ids.ts';
import { cursor, pageLimit } from './paging.ts';
import { textOf, timestamp } from './text.ts';

/** The names are stable: none is ever renamed or reused. */
export const auditActions = [
  'account.created',
  'account.password_reset',
  'account.totp_reset',
  'alert.changed',
  'alert.created',
  'alert.deleted',
  'backup.deleted',
  'backup.restored',
  'backup.started',
  'batch.cancelled',
  'batch.changed',
  'brand.changed',
  'brand.created',
  'brand.deleted',
  'brand.logo_added',
  'brand.logo_removed',
  'brand.recount_undone',
  'brand.recounted',
  'brand_set.changed',
  'brand_set.created',
  'brand_set.deleted',
  'campaign.changed',
  'campaign.created',
  'campaign.deleted',
  'clip.deleted',
  'correction.created',
  'correction.undone',
  'credits.granted',
  'delivery.replayed',
  'disk.freed',
  'follow.changed',
  'follow.created',
  'follow.deleted',
  'follow.run',
  'glossary.changed',
  'invitation.accepted',
  'invitation.created',
  'invitation.withdrawn',
  'job.cancelled',
  'job.changed',
  'job.deleted',
  'key.created',
  'key.revoked',
  'member.removed',
  'member.role_changed',
  'model.pulled',
  'preset.changed',
  'preset.created',
  'preset.deleted',
  'report.created',
  'report.deleted',
  'report_schedule.changed',
  'report_schedule.created',
  'report_schedule.deleted',
  'report_schedule.run',
  'runner.created',
  'runner.revoked',
  'share.created',
  'share.deleted',
  'sign_in.identity_linked',
  'sign_in.password_changed',
  'sign_in.sessions_ended',
  'sign_in.totp_disabled',
  'sign_in.totp_enabled',
  'transcript.changed',
  'transcript.speaker_set',
  'transcript.undone',
  'webhook_address.removed',
  'webhook_address.set',
  'webhook_secret.rotated',
  'workspace.changed',
  'workspace.created',
  'workspace.deleted',
] as const;
export type AuditAction = (typeof auditActions)[number];

const identity = {
  id: z.string().nullable().describe('Its id; null if it has none.'),
  name: z.string().nullable().describe('What it was called then; null if it has no name.'),
};

export const actor = z
  .looseObject({
    type: z
      .enum(['user', 'operator', 'key'])
      .describe("`user`: a signed-in person. `operator`: the operator's token. `key`: an API key."),
    id: z.string().nullable().describe("Id of the person or key; null for the operator's token."),
    name: z
      .string()
      .describe('Name and e-mail address of the person, or name of the key, as they were then.'),
  })
  .meta({ id: 'Actor', description: 'Who did something.' });
export type Actor = z.infer<typeof actor>;

export const auditEntry = z
  .looseObject({
    audit_id: z.string().describe('Id of the entry, `aud_…`.'),
    tenant_id: z
      .string()
      .nullable()
      .describe('The workspace that was changed; null if the change belongs to none.'),
    action: z.string().describe('What was done, such as `key.created`.'),
    actor: actor.describe('Who did it.'),
    target: z.looseObject(identity).describe('What it was done to.'),
    details: z
      .record(z.string(), z.unknown())
      .describe('A few facts of the change, such as the new role; never a secret.'),
    request_id: z.string().describe('Id of the request, `req_…`.'),
    address: z.string().describe('IP address the request came from.'),
    created_at: timestamp.describe('When it was done.'),
  })
  .meta({ id: 'AuditEntry', description: 'One change, and who made it.' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditQuery = z.object({
  limit: pageLimit.optional().describe('Entries on a page, 1 to 100. Default 50.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
  action: z
    .enum(auditActions)
    .optional()
    .describe('Only entries of this action.')
    .meta({ examples: ['key.created'] }),
  tenant_id: textOf(64)
    .optional()
    .describe(
      'Only entries of this workspace; for the operator only; others see only their own workspace.',
    )
    .meta({ examples: [exampleIds.workspace] }),
});
export type ListAuditQuery = z.infer<typeof listAuditQuery>;
