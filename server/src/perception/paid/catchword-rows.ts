/** Recognises rows of catchwords, such as "promo code, discount code", which speech engines hear in music and silence. */

const leastParts = 7;
const mostPartWords = 3;

/** Whether a text is nothing but such a row: many parts between commas, none of more than a few words. */
export function isCatchwordRow(text: string): boolean {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return (
    parts.length >= leastParts && parts.every((part) => part.split(/\s+/).length <= mostPartWords)
  );
}
