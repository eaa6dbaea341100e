/**
 * The console has one word for each thing: a video, its analysis, and a group of videos. What the interface calls jobs
 * and batches has these names there alone. Texts are found in the sources of the console, as a reader would meet them.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Text {
  readonly place: string;
  readonly words: string;
}

/** Attributes and properties whose value is never read by people, though it may have spaces or capitals. */
const codeNames = /^(path|href|to|body|queryKey|className|kind|id|text|url|src)$/;

/** Texts of one file that people read: text between tags, and literals that are sentences, labels or counted nouns. */
function textsIn(file: string): Text[] {
  const content = readFileSync(join(root, file), 'utf8');
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true, kind);
  const texts: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const words = wordsOf(node);
    if (words !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      texts.push({ place: `${file}:${line + 1}`, words });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);

  return texts;
}

function wordsOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text.replace(/\s+/g, ' ').trim();
  if (ts.isTemplateExpression(node))
    return isRead(
      node,
      node.head.text + node.templateSpans.map(({ literal }) => literal.text).join('…'),
    );
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return isRead(node, node.text);
  return undefined;
}

function isRead(node: ts.Node, words: string): string | undefined {
  const { parent } = node;
  const isCounted =
    ts.isCallExpression(parent) && /^(counted|times)$/.test(parent.expression.getText());
  if (isCounted) return words;
  const isCode =
    (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) &&
    codeNames.test(parent.name.getText());
  const looksLikeCode = /^[/.]|^\S*[/:_?=]\S*$|^[a-z]\S*$|^\W*$|\n/.test(words);
  return (isCode && !/ .* /.test(words)) || looksLikeCode ? undefined : words;
}

const files = globSync('console/src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.(test|gen|d)\.tsx?$/.test(file))
  .sort();
const texts = files.flatMap(textsIn);

const having = (pattern: RegExp, among: readonly Text[] = texts): string[] =>
  among.filter(({ words }) => pattern.test(words)).map(({ place, words }) => `${place}: ${words}`);

test('the texts of the console are found', () => {
  const words = new Set(texts.map((text) => text.words));
  for (const known of ['Brands over time', 'Analyse the first video', 'No videos yet', 'video'])
    assert.ok(words.has(known), known);
});

test('a video, an analysis and a group of videos have these names alone', () => {
  assert.deepEqual(having(/\b(jobs?|batch(es)?)\b/i), []);
});

test('no text has the marks of Markdown, or words for people with a terminal where there are others', () => {
  assert.deepEqual(having(/`|\*\*/), []);
  // The first account is the operator's, and calls of the API are for developers.
  const ofOperators = /\/pages\/operator\/|\/sign-up-page\.tsx|\/ui\/disclosure\.tsx/;
  const ofOthers = texts.filter(({ place }) => !ofOperators.test(place));
  assert.deepEqual(having(/REELSIGHT_|\bnpx\b|environment variable/, ofOthers), []);
});
