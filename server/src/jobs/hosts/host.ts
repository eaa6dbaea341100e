/**
 * An engine host: a long-lived process that keeps engines open and does one part after another. It has no database and
 * no secrets.
 */
import { computePart } from '../parts/compute-part.ts';
import { serveParts } from '../parts/serve-parts.ts';
import { withCollections } from './host-memory.ts';

serveParts((order, context) => withCollections(() => computePart(order, context)));
