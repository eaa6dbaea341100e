/**
 * Stored as the context of something that a person added by hand; nothing else in the results distinguishes it from
 * what was found.
 */
export const addedByPerson = 'Added by a person.';

/** The same for what was taken later from texts and speech that the results have. */
export const addedFromTexts = 'Added from the texts of the results.';
