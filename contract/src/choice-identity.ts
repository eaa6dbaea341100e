/** Decides when two choices for an answer are alike, so that no answer could tell them apart. */
import { fold } from './name-identity.ts';

/** The choice without case, accents, width, and the punctuation that is not heard. Signs such as + and # are kept. */
export const identityOfChoice = (choice: string): string =>
  fold(choice)
    .replace(/(?<=[\p{L}\p{N}])[-‐-―/_](?=\p{L})/gu, ' ')
    .replace(/["“”„«»'’()[\]{},;:!?¿¡…]|\.(?!\d)/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
