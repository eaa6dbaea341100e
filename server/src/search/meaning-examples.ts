/**
 * Queries that people may search for, each with a passage that means the same in other words. They serve to find the
 * minimum likeness of a match for a model, because models differ widely in the likeness that they give to unrelated
 * texts.
 */
export const meaningExamples: readonly (readonly [query: string, passage: string])[] = [
  ['puppy training', 'Teaching a young dog to sit takes patience and a pocket full of treats.'],
  ['car repair', 'The mechanic looked at the engine of the vehicle and replaced the brakes.'],
  ['losing weight', 'I went on a diet last spring and dropped eleven kilos without any gym.'],
  ['saving money', 'Put a little cash aside each month and your budget will thank you later.'],
  ['job interview', 'They invited me to the office and asked why I wanted to be employed there.'],
  ['bad weather', 'The storm brought heavy rain and wind, so the whole trip was called off.'],
  ['healthy breakfast', 'In the morning I eat oats with fruit, which is a nutritious meal.'],
  ['buying a house', 'We got a mortgage and are finally the owners of a home with a garden.'],
  ['learning a language', 'I study Spanish words every day and speak with a tutor at weekends.'],
  ['broken phone', 'My mobile fell on the floor and now the display is cracked.'],
  ['cheap flights', 'Book the airline ticket in January, when the fares are low.'],
  ['teenagers and school', 'Adolescent pupils sleep badly before the exam and hate the classroom.'],
  ['feeling sad', 'After that winter he was depressed and unhappy and hardly left his bed.'],
  ['doctor visit', 'The physician at the clinic examined her knee and wrote a prescription.'],
  ['climate change', 'Global warming makes the summers hotter and melts the ice at the poles.'],
  ['stock market crash', 'Shares fell by a third in a week and investors sold in panic.'],
  ['baking bread', 'Knead the dough, let it rise, and put the loaf into a hot oven.'],
  ['a new laptop', 'This notebook computer has a faster processor and a brighter screen.'],
  ['a football match', 'Our soccer team scored in the last minute and won the game.'],
  ['running shoes', 'For a jog of ten kilometres these sneakers have the softer sole.'],
  ['getting married', 'The wedding was small, and the bride wore her grandmother’s dress.'],
  ['skin care', 'Put the cream on your face at night, a moisturiser without perfume.'],
  ['tax return', 'The accountant filed my income statement with the revenue office.'],
  ['moving to another city', 'We packed our boxes and relocated to a flat in the capital.'],
];

export interface Likenesses {
  /** Likeness of each query to the passage that means the same. */
  readonly related: readonly number[];
  /** Likeness of each query to all other passages. */
  readonly unrelated: readonly number[];
}

/** One wrong result weighs as much as this many missing results. */
const wrongWeight = 10;

/**
 * Finds the likeness that best separates related from unrelated texts (`least`), and the share of related texts that
 * reach it (`tells`).
 */
export function tellApart({ related, unrelated }: Likenesses): { least: number; tells: number } {
  const shareFrom = (list: readonly number[], threshold: number) =>
    list.filter((likeness) => likeness >= threshold).length / list.length;
  const worth = (threshold: number) =>
    shareFrom(related, threshold) - wrongWeight * shareFrom(unrelated, threshold);
  const likenesses = [...new Set([...related, ...unrelated])].toSorted((a, b) => a - b);
  let best = { least: 1, worth: 0 };

  for (const [index, likeness] of likenesses.entries()) {
    const previous = likenesses[index - 1] ?? likeness;
    // A threshold halfway between the likenesses of two neighbouring examples.
    const threshold = (previous + likeness) / 2;
    if (worth(threshold) > best.worth) best = { least: threshold, worth: worth(threshold) };
  }

  if (best.worth === 0) return { least: 1, tells: 0 };
  return { least: best.least, tells: shareFrom(related, best.least) };
}
