/** The threads in which corrections are applied to results and checked, for each database. */
import type { CorrectionThread } from '../../corrections/corrections-thread.ts';
import { SizedThreads } from '../../threads/sized-threads.ts';
import { limitsOfResults, WorkerThread } from '../../threads/worker-thread.ts';
import { perDatabase } from '../domain.ts';

/** Up to this many characters are parsed in a few milliseconds; more in a thread. */
export const fewCharacters = 200_000;

const entry = new URL('../../corrections/corrections-thread.ts', import.meta.url);
const openThread = () => new WorkerThread<CorrectionThread>(entry, limitsOfResults);

export const correctionThreads = perDatabase(() => new SizedThreads(openThread));
