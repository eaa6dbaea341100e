/** The table of docs/mcp.md: the tools for assistants as the code has them. */
import { type Tool, tools } from '@reelsight/mcp';
import { fill } from './licences.ts';
import { markdownTable } from './markdown-table.ts';

function row({ name, description, input, annotations }: Tool): string[] {
  const fields = Object.entries(input.shape).map(([field, schema]) =>
    schema.safeParse(undefined).success ? `\`${field}\`` : `**\`${field}\`**`,
  );
  const kind = annotations.destructiveHint ? 'ends a job' : 'costs credits';
  return [
    `\`${name}\``,
    description,
    fields.join(', ') || 'none',
    annotations.readOnlyHint ? 'reads' : kind,
  ];
}

/** `docs/mcp.md` with its table of tools; what a tool cannot do without is bold. */
export const withToolTable = (page: string): string =>
  fill(
    page,
    'docs/mcp.md',
    'tools',
    markdownTable(['Tool', 'What it says it does', 'Arguments', 'Kind'], tools.map(row)).trimEnd(),
  );
