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
