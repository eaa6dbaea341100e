/** Constants for clips, without schemas. Imports nothing. */

/** Seconds that a clip of a brand includes before and after its name is spoken. */
export const aroundSaid = { before: 1, after: 2 } as const;
