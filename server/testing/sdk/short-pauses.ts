/** The client's own chance, held at its short end: a back-off is anything up to a bound, so a short one is as good. */

const share = 1 / 50;

/** Draws every back-off from the shortest fiftieth of its range, until the returned function puts chance back. */
export function drawShortPauses(): () => void {
  const drawFromAll = Math.random;
  Math.random = () => drawFromAll() * share;
  return () => {
    Math.random = drawFromAll;
  };
}
