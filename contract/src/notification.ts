/** A member's choice of mail about finished jobs and batches of a workspace. */
import { z } from 'zod';
import { mailKinds } from './mail-limits.ts';
import { textOf } from './text.ts';

export const mailChoices = ['never', 'failures', 'all'] as const;
export type MailChoice = (typeof mailChoices)[number];

const choice = z
  .enum(mailChoices)
  .describe(
    '`never`: no mail. `failures`: when a job fails, or a batch ends with failed jobs. `all`: when any job or batch ends. Jobs of a batch are told of by the batch.',
  )
  .meta({ examples: ['failures'] });

export const notifications = z
  .looseObject({
    email: choice,
    address: z.string().describe('Your e-mail address, which mail goes to.'),
    verified: z
      .boolean()
      .describe('Whether you have shown that the address is yours. Mail goes to no other.'),
    available: z.boolean().describe('Whether this service sends mail.'),
    unsubscribed: z
      .array(z.enum(mailKinds))
      .optional()
      .describe(
        'Other mail of the workspace that you ended by the link in it: of its `alerts`, or of its `reports` by schedule. Absent if you ended none.',
      )
      .meta({ examples: [['alerts']] }),
  })
  .meta({ id: 'Notifications', description: 'Which mail a member gets about a workspace.' });
export type Notifications = z.infer<typeof notifications>;

export const changeNotifications = z
  .strictObject({
    email: choice,
    confirm_address: z
      .boolean()
      .optional()
      .describe(
        'Sends a code to an address that is not verified even if no mail is chosen, since alerts and reports by schedule only go to verified addresses.',
      )
      .meta({ examples: [true] }),
    receive_again: z
      .array(z.enum(mailKinds))
      .max(mailKinds.length)
      .optional()
      .describe(
        'Mail that you ended by the link in it, and want again. Nobody else can change that.',
      )
      .meta({ examples: [['alerts']] }),
  })
  .meta({ id: 'ChangeNotifications', description: 'Which mail a member wants.' });
export type ChangeNotifications = z.infer<typeof changeNotifications>;

export const confirmAddress = z
  .strictObject({
    code: textOf(20)
      .describe('The code of the mail.')
      .meta({ examples: ['7K3F-Q9TX'] }),
  })
  .meta({ id: 'ConfirmAddress', description: 'Shows that an address is yours.' });
export type ConfirmAddress = z.infer<typeof confirmAddress>;
