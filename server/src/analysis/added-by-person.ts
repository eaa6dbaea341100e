/** The context of what a person added by hand: nothing else in results tells it from what was found. */
export const addedByPerson = 'Added by a person.';
