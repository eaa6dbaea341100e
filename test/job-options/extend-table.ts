/** Puts the made-up options into the table. A process imports this before the rooms, as if they stood there. */
import { jobOptions } from '@reelsight/contract/job-options';
import { madeUpOptions } from './made-up.ts';

Object.assign(jobOptions, madeUpOptions);
