/** The form in which mail addresses are compared, so that letter case and spaces make no other person. */

export const mailAddressKey = (address: string): string => address.trim().toLowerCase();

/** The same in SQL, of a trusted expression. */
export const mailAddressKeySql = (expression: string): string => `lower(trim(${expression}))`;
