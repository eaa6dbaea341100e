/**
 * Names for statements whose text comes from another package, so that PostgreSQL parses and plans them once per
 * connection.
 */
import { createHash } from 'node:crypto';

/**
 * Maximum number of texts that get a name. It is far more than the service has, but keeps texts that contain values
 * from filling a connection's memory.
 */
const mostNames = 500;
const names = new Map<string, string>();

/**
 * Returns a name for the text; undefined if the text does not list its columns, because a migration would break its
 * prepared statement on open connections. Also undefined for any new text once the maximum is reached.
 */
export function statementName(text: string): string | undefined {
  const cached = names.get(text);
  if (cached !== undefined || names.size >= mostNames) return cached;
  if (/(select|returning)\s+(\w+\.)?\*/i.test(text)) return undefined;
  const name = `s${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}
