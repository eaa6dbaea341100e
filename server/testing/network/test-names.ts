/** DNS look-ups as the service makes them, for tests that need no name server of their own. */
import { openNames } from '../../src/network/names.ts';

export const testNames = openNames({ servers: [], timeoutMs: 2_000, atOnce: 64, perWorkspace: 16 });
