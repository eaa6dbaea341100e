/**
 * Checks the coding style as far as a program can: `node scripts/hand.ts` prints each place that breaks one of the
 * rules below, and fails if there is any. Biome limits the lines of a function, which rewards packing code; this script
 * counts statements instead, so blank lines cost nothing.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Maximum number of statements in a function, not counting functions inside it; a test may have more. */
const mostStatements = 30;
/**
 * A block with at least this many statements at one level consists of steps, which must be separated by blank lines.
 */
const leastStatementsOfSteps = 10;
/**
 * Pronouns and participles, which are empty as names: they mean something only in a sentence that the author had in
 * mind.
 */
const emptyNames: ReadonlySet<string> = new Set(
  `one ones other others it them that these those some all each found asked told known wanted given kept made said seen
   shown heard held taken gone begun own most least more`.split(/\s+/),
);

interface Finding {
  readonly line: number;
  readonly rule: string;
}

/** Violations in one file, in line order. */
export function findingsIn(file: string, text: string): Finding[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const isTest = /\.test\.tsx?$/.test(file);
  const isProduct = !isTest && !/^(test|bench)\/|\/testing\//.test(file);
  const findings: Finding[] = [];

  const visit = (node: ts.Node): void => {
    for (const rule of rulesBrokenBy(node, source, { isTest, isProduct })) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      findings.push({ line: line + 1, rule });
    }

    ts.forEachChild(node, visit);
  };
  visit(source);

  return findings;
}

function* rulesBrokenBy(
  node: ts.Node,
  source: ts.SourceFile,
  { isTest, isProduct }: { readonly isTest: boolean; readonly isProduct: boolean },
): Generator<string, void> {
  if (isPackedLiteral(node)) yield 'write the properties of a spread literal where it stands';
  if (isTupleDeclaration(node)) yield 'declare each value by a statement of its own';

  if (ts.isBlock(node) && node.statements.length >= leastStatementsOfSteps) {
    const hasParagraph = /\n[ \t]*\n/.test(node.getText(source));
    if (!hasParagraph) yield `set the steps of ${node.statements.length} statements apart`;
  }

  const name = declaredName(node);
  if (isProduct && name !== undefined && emptyNames.has(name)) yield `name what \`${name}\` is`;

  if (isTest || !isWithBody(node)) return;

  const count = ownStatements(node.body);
  if (count > mostStatements) yield `${count} statements, of which ${mostStatements} are allowed`;
}

/** A literal that is spread where it is written, as in `{ ...{ a, b }, c }` and `<A {...{ b, c }} />`. */
const isPackedLiteral = (node: ts.Node): boolean =>
  (ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) &&
  ts.isObjectLiteralExpression(node.expression);

/** A declaration such as `const [a, b] = [1, 2]`. One with a rest element splits a list, which is allowed. */
function isTupleDeclaration(node: ts.Node): boolean {
  if (!ts.isVariableDeclaration(node) || !ts.isVariableStatement(node.parent.parent)) return false;
  if (!ts.isArrayBindingPattern(node.name) || node.initializer === undefined) return false;
  const takesRest = node.name.elements.some(
    (element) => ts.isBindingElement(element) && element.dotDotDotToken !== undefined,
  );

  return ts.isArrayLiteralExpression(node.initializer) && !takesRest;
}

/** The name of the variable, parameter, binding or function that this node declares. */
function declaredName(node: ts.Node): string | undefined {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node);
  return declares && node.name && ts.isIdentifier(node.name) ? node.name.text : undefined;
}

type WithBody = ts.FunctionLikeDeclaration & { readonly body: ts.Block };

const isWithBody = (node: ts.Node): node is WithBody =>
  ts.isFunctionLike(node) &&
  'body' in node &&
  node.body !== undefined &&
  ts.isBlock(node.body as ts.Node);

/** Whether the statement only sets a start value, such as `let sum = 0;`, which is not a separate step. */
const isStartValue = (node: ts.Statement): boolean =>
  ts.isVariableStatement(node) &&
  node.declarationList.declarations.every(
    ({ initializer }) => initializer !== undefined && ts.isNumericLiteral(initializer),
  );

function ownStatements(body: ts.Block): number {
  let count = 0;

  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isStatement(node) && !ts.isBlock(node) && !isStartValue(node)) count += 1;
    ts.forEachChild(node, visit);
  };
  body.statements.forEach(visit);

  return count;
}

function sourceFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  });

  return listed.split('\n').filter((file) => file !== '' && !/\.(gen|d)\.ts$/.test(file));
}

if (import.meta.main) {
  const places = sourceFiles().flatMap((file) =>
    findingsIn(file, readFileSync(`${root}${file}`, 'utf8')).map(
      ({ line, rule }) => `${file}:${line}: ${rule}`,
    ),
  );
  for (const place of places) console.log(place);
  process.exitCode = places.length === 0 ? 0 : 1;
}
