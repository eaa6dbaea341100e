/**
 * Limits how much one picture's text is compared with names that look like it. A workspace may have 25,000 names that
 * differ in one letter, and each of them would be compared with all words of a picture.
 */

/**
 * Maximum number of letters compared for one picture: about 0.3 s of a core. A full page of brand names takes 15,000
 * with the built-in names, and 2 million with 50,000 names of an operator that are all on it.
 */
const mostComparedLetters = 5_000_000;

/**
 * The same for requested names: about a second. They may be misread in more letters, and a full page with a hundred of
 * them takes 2 million.
 */
const mostRequestedLetters = 20_000_000;

/** Creates a budget for each picture and keeps whether one of them was spent. */
export class ComparisonLimit {
  /** Whether misread names of a picture were no longer looked for. */
  isReached = false;

  ofPicture(): ComparisonBudget {
    return new ComparisonBudget(() => {
      this.isReached = true;
    });
  }
}

/**
 * What is left for one picture. A count instead of a time lets each machine find the same names, whatever else it does.
 */
export class ComparisonBudget {
  isSpent = false;
  #left = mostComparedLetters;
  #leftForRequested = mostRequestedLetters;
  readonly #onSpent: () => void;
  /** The texts that were paid for: a text that repeats within a picture is compared only once. */
  readonly #texts = new Set<string>();

  constructor(onSpent: () => void) {
    this.#onSpent = onSpent;
  }

  /** Pays for the comparison of a text and for its similar names; false if there was not enough left. */
  spend(text: string, letters: number, similarNames: number): boolean {
    if (letters > 0 && !this.#texts.has(text)) {
      this.#texts.add(text);
      this.#left -= letters;
    }

    this.#left -= similarNames;
    if (this.#left >= 0) return true;

    this.isSpent = true;
    this.#onSpent();
    return false;
  }

  /** Pays for one comparison with a requested name; false if there was not enough left. */
  spendOnRequested(letters: number): boolean {
    this.#leftForRequested -= letters;
    if (this.#leftForRequested >= 0) return true;

    this.#onSpent();
    return false;
  }
}
