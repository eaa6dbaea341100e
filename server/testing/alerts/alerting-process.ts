/**
 * A process that looks for what alerts find and sends it, until it kills itself or is killed. Argument 1: the
 * `DatabaseOptions`, the address of the mail server and where it kills itself, as JSON.
 */
import type { Logger } from 'pino';
import { type DatabaseOptions, openDatabase } from '../../src/db/database.ts';
import type { IdPrefix } from '../../src/db/id.ts';
import { openAlertDomain } from './alert-domain.ts';

/**
 * `match`, `delivery`: in the transaction in which the first of them is stored. `request`: before the second
 * message is sent, which is stored by then. `answer`: when the third answer has come and is not recorded.
 */
export type KillPoint = 'match' | 'delivery' | 'request' | 'answer';

export interface ProcessOptions {
  readonly database: DatabaseOptions;
  readonly smtpUrl: string;
  /** Null: it does not kill itself. */
  readonly killAt: KillPoint | null;
}

const { database, smtpUrl, killAt } = JSON.parse(process.argv[2] ?? '') as ProcessOptions;
const die = (): void => void process.kill(process.pid, 'SIGKILL');

const db = await openDatabase(database);
const alerts = await openAlertDomain(db, smtpUrl);
let attempts = 0;
let answers = 0;
const domain = {
  ...alerts.domain,
  newId: (prefix: IdPrefix) => {
    if (killAt === 'match' && prefix === 'mat') die();
    if (killAt === 'delivery' && prefix === 'adl') die();
    return alerts.domain.newId(prefix);
  },
};
// An attempt asks for the origin when it composes its message.
const origin = () => {
  attempts += 1;
  if (killAt === 'request' && attempts === 2) die();
  return 'https://reelsight.example.com';
};
// An attempt is logged once its outcome is known, before it is stored.
const info = () => {
  answers += 1;
  if (killAt === 'answer' && answers === 3) die();
};
alerts.send({
  domain,
  origin,
  log: { info, error: console.error } as unknown as Logger,
  concurrency: 1,
});
