/** Actions of the audit log in words. */
import type { AuditAction } from '@reelsight/contract';

export const auditWords: Readonly<Record<AuditAction, string>> = {
  'account.created': 'account made',
  'account.password_reset': 'new password given',
  'account.totp_reset': 'second step turned off by the operator',
  'backup.deleted': 'backup deleted',
  'backup.restored': 'backup restored',
  'backup.started': 'backup made',
  'batch.cancelled': 'batch cancelled',
  'brand.changed': 'brand changed',
  'brand.created': 'brand made',
  'brand.deleted': 'brand deleted',
  'brand.logo_added': 'picture of a brand added',
  'brand.logo_removed': 'picture of a brand removed',
  'credits.granted': 'credits added',
  'delivery.replayed': 'delivery sent again',
  'disk.freed': 'files removed before their time',
  'follow.changed': 'Follow changed',
  'follow.created': 'Follow made',
  'follow.deleted': 'Follow deleted',
  'follow.run': 'Follow run by hand',
  'invitation.accepted': 'invitation accepted',
  'invitation.created': 'invitation made',
  'invitation.withdrawn': 'invitation withdrawn',
  'job.cancelled': 'job cancelled',
  'job.deleted': 'job deleted',
  'key.created': 'API key made',
  'key.revoked': 'API key revoked',
  'member.removed': 'member removed',
  'member.role_changed': 'role changed',
  'model.pulled': 'model pulled',
  'runner.created': 'runner made',
  'runner.revoked': 'runner revoked',
  'sign_in.identity_linked': 'single sign-on linked',
  'sign_in.password_changed': 'password changed',
  'sign_in.sessions_ended': 'sessions ended',
  'sign_in.totp_disabled': 'second step turned off',
  'sign_in.totp_enabled': 'second step turned on',
  'webhook_secret.rotated': 'webhook secret rotated',
  'workspace.changed': 'workspace changed',
  'workspace.created': 'workspace made',
  'workspace.deleted': 'workspace deleted',
};

/** In words; the name itself for one that a later version of the service writes. */
export const auditWord = (action: string): string =>
  (auditWords as Readonly<Record<string, string>>)[action] ?? action;
