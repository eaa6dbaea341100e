/** Linear least squares with coefficients that are never negative. */

export interface Observation {
  /** The amounts by which the coefficients are multiplied, one for each coefficient. */
  readonly amounts: readonly number[];
  readonly value: number;
}

/**
 * Number of rounds, far more than are needed. In each round, every coefficient moves to its best value given the
 * others.
 */
const rounds = 200;

/**
 * Finds the coefficients, none negative, with which the weighted amounts best match the values, by coordinate descent
 * (Wright, "Coordinate descent algorithms", 2015). `firmness` pulls each coefficient towards `towards` (ridge
 * regression), so that a coefficient the observations do not determine stays there.
 */
export function leastSquares(
  observations: readonly Observation[],
  { towards, firmness }: { readonly towards: number; readonly firmness: number },
): number[] {
  const count = observations[0]?.amounts.length ?? 0;
  const coefficients = Array.from({ length: count }, () => towards);
  const rests = observations.map(
    ({ amounts, value }) => value - towards * amounts.reduce((sum, amount) => sum + amount, 0),
  );

  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < count; index += 1) {
      const oldCoefficient = coefficients[index] as number;
      let slope = firmness * (towards - oldCoefficient);
      let curvature = firmness;

      for (const [row, { amounts }] of observations.entries()) {
        const amount = amounts[index] as number;
        slope += amount * (rests[row] as number);
        curvature += amount * amount;
      }

      const newCoefficient = Math.max(0, oldCoefficient + slope / curvature);
      coefficients[index] = newCoefficient;

      for (const [row, { amounts }] of observations.entries())
        rests[row] =
          (rests[row] as number) - (newCoefficient - oldCoefficient) * (amounts[index] as number);
    }
  }

  return coefficients;
}
