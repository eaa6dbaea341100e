/**
 * An engine host: a long-lived process that keeps engines open and does one part after another. It has no database and
 * no secrets.
 */
import { computePart } from './compute-part.ts';
import { serveParts } from './serve-parts.ts';

serveParts(computePart);
