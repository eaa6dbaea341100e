/** Names for statements whose text another package makes, so that PostgreSQL parses and plans them once a connection. */
import { createHash } from 'node:crypto';

/** Texts that get a name: far more than there are, so that one with a value in it could not fill a connection's memory. */
const mostNames = 500;
const names = new Map<string, string>();

/** Undefined for a text that lists no columns, as a migration would break it on open connections, and for too many. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  if (/(select|returning)\s+(\w+\.)?\*/i.test(text)) return undefined;
  const name = `s${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}
