/** The calls for mail about jobs and batches that ended. */
import { changeNotifications, confirmAddress, notifications } from '../notification.ts';
import { type CallRow, oneAnswer, workspaceBase as workspace } from './row.ts';

const mine = {
  email: 'failures',
  address: 'ada@example.com',
  verified: true,
  available: true,
} as const;

export const notificationCalls = {
  getNotifications: {
    method: 'GET',
    tag: 'Members',
    summary: 'Read which mail one gets about a workspace.',
    description: 'Of whoever is signed in.',
    session: { role: 'member', path: `${workspace}/notifications` },
    answers: oneAnswer(notifications, mine),
    errors: [],
  },
  changeNotifications: {
    method: 'PUT',
    tag: 'Members',
    summary: 'Choose which mail one gets about a workspace.',
    description:
      'To an address that is not verified a code is sent first, at most every minute. With `never`, it is only sent with `confirm_address`. Where the service sends no mail, all but `never` is MODE_NOT_ALLOWED, and so is `confirm_address`. Mail of alerts and reports that one ended by the link in it comes again with `receive_again`.',
    unaudited: 'It changes nobody but the person who calls.',
    session: { role: 'member', path: `${workspace}/notifications` },
    costly: true,
    body: changeNotifications,
    example: { email: 'failures' },
    answers: oneAnswer(notifications, mine),
    errors: ['VALIDATION_FAILED', 'MODE_NOT_ALLOWED'],
  },
  confirmAddress: {
    method: 'POST',
    tag: 'Members',
    summary: "Show that one's e-mail address is one's own.",
    description:
      'By the code of a mail, which is valid for an hour and for 5 tries. The address is verified then for all workspaces.',
    unaudited: 'It changes nobody but the person who calls.',
    session: { role: 'member', path: `${workspace}/notifications/confirm` },
    body: confirmAddress,
    example: { code: '7K3F-Q9TX' },
    answers: oneAnswer(notifications, mine),
    errors: ['VALIDATION_FAILED'],
  },
} as const satisfies Record<string, CallRow>;
