/** The calls that read the audit log, for the operator and for the owners of a workspace. */
import { z } from 'zod';
import { auditEntry, listAuditQuery } from '../audit.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, page, workspaceBase as workspace } from './row.ts';

export const auditCalls = {
  listAudit: {
    method: 'GET',
    tag: 'Audit',
    summary: 'Read the audit log, newest first.',
    description:
      'What operators, owners and keys changed: of every workspace for the operator, of its own for an owner. Entries are kept for a year unless the operator set another time.',
    operator: { path: '/admin/v1/audit' },
    session: { role: 'owner', path: `${workspace}/audit` },
    query: listAuditQuery,
    answers: page(
      z.array(auditEntry),
      [
        {
          audit_id: exampleIds.audit,
          tenant_id: exampleIds.workspace,
          action: 'member.role_changed',
          actor: {
            type: 'user',
            id: exampleIds.user,
            name: 'Grace Ito (grace@example.com)',
          },
          target: { id: exampleIds.user, name: 'Ada Moreau (ada@example.com)' },
          details: { from: 'member', to: 'owner' },
          request_id: exampleIds.request,
          address: '203.0.113.7',
          created_at: '2026-11-12T09:30:38.604Z',
        },
      ],
      'A page of entries.',
    ),
    errors: ['VALIDATION_FAILED'],
  },
} as const satisfies Record<string, CallRow>;
