/** Settings for `reelsight runner`. */
import { secretSetting, setting } from './setting.ts';
import * as kind from './setting-kinds.ts';

export const runner = {
  url: setting(
    'REELSIGHT_RUNNER_URL',
    kind.address,
    null,
    'Of a runner: address of the service whose parts it does, such as https://video.example.com.',
  ),
  token: secretSetting('REELSIGHT_RUNNER_TOKEN', kind.secret, null, 'Of a runner: its token.'),
  allowHttp: setting(
    'REELSIGHT_RUNNER_ALLOW_HTTP',
    kind.flag,
    'false',
    'Let a runner call a service that is not on this machine by http, where anybody on the way can read its token and the media.',
  ),
};
