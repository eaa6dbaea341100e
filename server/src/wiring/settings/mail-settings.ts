/** Settings of mail. */
import { secretSetting, setting } from './setting.ts';
import * as kind from './setting-kinds.ts';

export const mail = {
  smtpUrl: secretSetting(
    'REELSIGHT_SMTP_URL',
    kind.smtpUrl,
    null,
    'Mail server for mail about jobs and batches that ended and for reports by schedule, such as `smtp://user:password@mail.example.com:587`, or `smtps://…:465` for TLS from the first byte; unset: no mail is sent. Needs REELSIGHT_MAIL_FROM.',
  ),
  from: setting(
    'REELSIGHT_MAIL_FROM',
    kind.mailAddress,
    null,
    'Sender of that mail, such as `Reelsight <reelsight@example.com>`.',
  ),
  pauseMs: setting(
    'REELSIGHT_MAIL_PAUSE_MINUTES',
    kind.minutes,
    '10',
    'Minutes between two mails about jobs and batches to one person. What ends meanwhile is in the next mail.',
  ),
  fileBytes: setting(
    'REELSIGHT_MAIL_FILE_MB',
    kind.megabytesOrNone,
    '10',
    'Largest size of the files of a report in one mail; of larger ones the mail has a link. 0: always a link.',
  ),
  pictureBytes: setting(
    'REELSIGHT_MAIL_PICTURES_MB',
    kind.megabytesOrNone,
    '1',
    'Largest size of the pictures in one mail of an alert; those beyond it are left out. 0: no pictures.',
  ),
};
