/** Settings for e-mail about jobs and batches that have ended, for the member who makes the call. */
import type { ChangeNotifications, ConfirmAddress } from '@reelsight/contract';
import * as mail from '../../../domain/events/notifications.ts';
import type { CallDeps, MemberCall, Reply } from '../../call.ts';

const idsOf = ({ caller, session }: MemberCall) => [caller.workspace_id, session.user.id] as const;

export async function getNotifications({ domain }: CallDeps, call: MemberCall): Promise<Reply> {
  return { status: 200, data: await mail.notificationsOf(domain, ...idsOf(call)) };
}

export async function changeNotifications(
  { domain }: CallDeps,
  call: MemberCall<unknown, ChangeNotifications>,
): Promise<Reply> {
  return { status: 200, data: await mail.chooseMail(domain, ...idsOf(call), call.body) };
}

export async function confirmAddress(
  { domain }: CallDeps,
  call: MemberCall<unknown, ConfirmAddress>,
): Promise<Reply> {
  const data = await mail.confirmAddress(domain, ...idsOf(call), call.body.code);
  return { status: 200, data };
}
