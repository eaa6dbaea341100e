/** Finds the regular expressions that are literals in the sources, by reading the sources as text. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourcePattern {
  /** `path:line` */
  readonly place: string;
  readonly pattern: RegExp;
}

/** A regular expression literal. It may follow an operator, an opening bracket or a keyword, but not a value. */
const literal =
  /(?:^|[=(,:[!&|?{};]|=>|\breturn)\s*\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/gm;

export function sourcePatterns(root: string, folders: readonly string[]): SourcePattern[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }));
  return files.filter(isOurs).flatMap((file) => patternsIn(join(root, file), file));
}

const isOurs = (file: string): boolean =>
  !/\.test\.tsx?$|\.gen\.ts$|node_modules|(?:^|\/)dist\//.test(file);

function patternsIn(path: string, file: string): SourcePattern[] {
  const text = readFileSync(path, 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  return [...text.matchAll(literal)].flatMap(({ 0: whole, 1: source = '', 2: flags, index }) => {
    const line = text.slice(0, index + whole.indexOf('/')).split('\n').length;
    try {
      return [{ place: `${file}:${line}`, pattern: new RegExp(source, flags) }];
    } catch {
      // This was a division or a part of a text, not a pattern.
      return [];
    }
  });
}
