/** Numbers of clips, without schemas. Imports nothing. */

/** Seconds that a clip of a brand shows before and after the moment at which its name is said. */
export const aroundSaid = { before: 1, after: 2 } as const;
