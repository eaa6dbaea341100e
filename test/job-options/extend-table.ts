/**
 * Adds the made-up options to the table. A process imports this file before the rest of the code, as if the options had
 * always been in the table.
 */
import { jobOptions } from '@reelsight/contract/job-options';
import { madeUpOptions } from './made-up.ts';

Object.assign(jobOptions, madeUpOptions);
