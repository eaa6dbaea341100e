/** A process that delivers webhooks until it is killed. Argument 1: the `DatabaseOptions` as JSON. */
import { openDatabase } from '../../src/db/database.ts';
import { openWebhookDomain } from './webhook-domain.ts';

const db = await openDatabase(JSON.parse(process.argv[2] ?? '{}'));
const webhooks = await openWebhookDomain(db);
webhooks.deliver({ concurrency: 4, retryDelaysMs: [50, 50, 50] });
