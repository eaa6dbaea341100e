/** A process that delivers until it is killed: argument 1 is the `DatabaseOptions` as JSON. */
import { openDatabase } from '../../src/db/database.ts';
import { openRoom } from './room.ts';

const db = await openDatabase(JSON.parse(process.argv[2] ?? '{}'));
const room = await openRoom(db);
room.deliver({ concurrency: 4, retryDelaysMs: [50, 50, 50] });
