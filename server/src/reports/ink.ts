/** The colours of reports beside those of brands, the same in every format that has pages. */
export const ink = {
  text: '#1b1f24',
  quiet: '#59626d',
  line: '#d5dade',
  ground: '#f2f4f6',
  /** Behind every other row of a table. */
  stripe: '#f8f9fa',
  accent: '#0b5cad',
  /** What stands for several brands. */
  others: '#9aa3ad',
  /** Frames the brand in a proof frame. */
  box: '#e5007d',
} as const;
