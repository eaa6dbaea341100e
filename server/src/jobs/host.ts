/** An engine host: a long-lived process that keeps engines open and does one part after another. No database, no secret. */
import { computePart } from './compute-part.ts';
import { serveParts } from './serve-parts.ts';

serveParts(computePart);
