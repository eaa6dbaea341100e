/**
 * Asks for an answer that fits the schema. `format` is appended if a server can't enforce a schema; `again` is sent
 * after an answer that did not fit.
 */

export const repairPrompt = {
  id: 'repair',
  version: 1,

  /** Appended to the system text if the server does not enforce the schema itself. */
  format: (schema: object): string =>
    `Answer with one JSON object and nothing else, no Markdown. It must fit this JSON Schema:\n${JSON.stringify(schema)}`,

  /** Sent after an answer that does not fit; `problem` is written by this service, is short, and names fields only. */
  again: (problem: string, schema: object): string =>
    `That was not usable (${problem}). Answer the same task again with one JSON object only, ` +
    `which fits this JSON Schema:\n${JSON.stringify(schema)}`,
} as const;
