/** The colours of everything in a report except brands. They are the same in every format that has pages. */
export const ink = {
  text: '#1b1f24',
  quiet: '#59626d',
  line: '#d5dade',
  ground: '#f2f4f6',
  /** Background of every other table row. */
  stripe: '#f8f9fa',
  accent: '#0b5cad',
  /** Colour of a bar or area that combines several brands. */
  others: '#9aa3ad',
  /** Colour of the box around the brand in a proof frame. */
  box: '#e5007d',
} as const;
