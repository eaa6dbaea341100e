/** Probabilities as log odds, which can be added up as evidence. */

/** Log odds of a probability, clamped so that nothing counts as certain. */
export const logit = (probability: number): number => {
  const clamped = Math.min(1 - 1e-4, Math.max(1e-4, probability));
  return Math.log(clamped / (1 - clamped));
};

export const logistic = (evidence: number): number => 1 / (1 + Math.exp(-evidence));
