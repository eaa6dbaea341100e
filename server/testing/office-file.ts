/** Reads office files (XLSX, PPTX) without the libraries that wrote them. */
import assert from 'node:assert/strict';
import { zipEntries } from './zip-entries.ts';

/** The parts of the file by path. Throws if a part that should be XML is not well-formed. */
export function officeParts(file: Uint8Array): ReadonlyMap<string, Buffer> {
  const parts = zipEntries(Buffer.from(file));
  for (const [path, bytes] of parts)
    if (/\.(xml|rels)$/.test(path)) checkXml(path, bytes.toString('utf8'));
  return parts;
}

const tag =
  /<(?:\?[^?]*\?|(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?))>/gy;
const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|&(?!(?:lt|gt|amp|quot|apos|#\d+|#x[\da-f]+);)/i;

/** Checks what these files use of XML: nested elements, quoted attributes, entities and allowed characters. */
function checkXml(path: string, xml: string): void {
  assert.doesNotMatch(xml, forbidden, path);
  const open: string[] = [];
  let elements = 0;
  let at = xml.startsWith('\ufeff') ? 1 : 0;

  while (at < xml.length) {
    const next = xml.indexOf('<', at);
    if (next < 0) break;
    tag.lastIndex = next;
    const match = tag.exec(xml);
    assert.ok(match, `${path}: no tag at ${xml.slice(next, next + 80)}`);
    const [, closing, name, attributes = '', empty] = match;
    at = tag.lastIndex;
    if (name === undefined) continue;

    const keys = [...attributes.matchAll(/([\w:.-]+)\s*=/g)].map(([, key]) => key);
    assert.equal(
      new Set(keys).size,
      keys.length,
      `${path}: an attribute of ${name} is there twice`,
    );
    if (closing) assert.equal(open.pop(), name, `${path}: the end of ${name}`);
    else if (!empty) open.push(name);
    elements += 1;
  }

  assert.deepEqual(open, [], path);
  assert.ok(elements > 0, `${path} has elements`);
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&amp;': '&',
};

/** The text of an element, without its tags. */
export const textOfXml = (xml: string): string =>
  xml
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|apos|#39|amp);/g, (entity) => entities[entity] ?? entity);

/** The rows of a sheet as texts and numbers; empty cells are empty texts. Fails if there is no such sheet. */
export function sheetRows(file: Uint8Array, sheet: string): (string | number)[][] {
  const parts = officeParts(file);
  const read = (path: string) => parts.get(path)?.toString() ?? '';
  const sheets = [...read('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)];
  const number = 1 + sheets.findIndex(([, name]) => name === sheet);
  assert.ok(number > 0, `a sheet ${sheet}`);

  const strings = [...read('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(
    ([, item = '']) => textOfXml(item),
  );
  const rows = read(`xl/worksheets/sheet${number}.xml`).matchAll(/<row [^>]*>(.*?)<\/row>/gs);

  return [...rows].map(([, row = '']) => {
    const cells: (string | number)[] = [];
    // Cells without a value are left out of the file, so each is put at the place that it names.
    for (const [, attributes = '', inside = ''] of row.matchAll(
      /<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
    )) {
      const value = textOfXml(inside);
      const place = columnIndex(/r="([A-Z]+)\d/.exec(attributes)?.[1] ?? 'A');
      while (cells.length < place) cells.push('');
      if (/t="s"/.test(attributes)) cells.push(strings[Number(value)] ?? '');
      else if (/t="inlineStr"|t="str"/.test(attributes) || value === '') cells.push(value);
      else cells.push(Number(value));
    }
    return cells;
  });
}

/** `A` is 0, `AA` is 26. */
const columnIndex = (letters: string): number =>
  [...letters].reduce((index, letter) => 26 * index + letter.charCodeAt(0) - 64, 0) - 1;

/** The texts of each slide, one line a paragraph. */
export function slideTexts(file: Uint8Array): string[] {
  const parts = officeParts(file);
  const slideNumber = (path: string) => Number(/^ppt\/slides\/slide(\d+)\.xml$/.exec(path)?.[1]);

  return [...parts]
    .filter(([path]) => slideNumber(path) > 0)
    .sort(([a], [b]) => slideNumber(a) - slideNumber(b))
    .map(([, xml]) => textOfXml(xml.toString().replaceAll('</a:p>', '\n')));
}
