/** Constants for clips. This file has no schemas and imports nothing. */

/** Seconds that a clip of a brand includes before and after its name is spoken. */
export const aroundSaid = { before: 1, after: 2 } as const;
