/** Makes the table of tools for assistants in docs/mcp.md from the code. */
import { type Tool, tools } from '@reelsight/mcp';
import { fill } from './licences.ts';
import { markdownTable } from './markdown-table.ts';

function kindOf({ input, annotations }: Tool): string {
  if (annotations.readOnlyHint) return 'reads';
  if ('max_credits' in input.shape) return 'costs credits';
  return annotations.destructiveHint ? 'ends or undoes' : 'writes';
}

function row(tool: Tool): string[] {
  const { name, description, input } = tool;
  const fields = Object.entries(input.shape).map(([field, schema]) =>
    schema.safeParse(undefined).success ? `\`${field}\`` : `**\`${field}\`**`,
  );
  return [`\`${name}\``, description, fields.join(', ') || 'none', kindOf(tool)];
}

/** `docs/mcp.md` with its table of tools; required arguments are bold. */
export const withToolTable = (page: string): string =>
  fill(
    page,
    'docs/mcp.md',
    'tools',
    markdownTable(['Tool', 'What it says it does', 'Arguments', 'Kind'], tools.map(row)).trimEnd(),
  );
