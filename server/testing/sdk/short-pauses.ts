/** Shortens the client's random pauses. A back-off may be any time up to a limit, so a short one is valid too. */

const share = 1 / 50;

/**
 * Makes every back-off fall into the shortest fiftieth of its range, until the returned function restores the random
 * numbers.
 */
export function drawShortPauses(): () => void {
  const drawFromAll = Math.random;
  Math.random = () => drawFromAll() * share;
  return () => {
    Math.random = drawFromAll;
  };
}
