/**
 * No stranger's text takes longer to process than its length justifies. Tests every regular expression in the sources,
 * and every function that matches such texts with composed patterns, on long texts on which a pattern may be slow.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { cleanText } from '@reelsight/contract/clean-text';
import { languageTag } from '@reelsight/contract/language-code';
import { tokensOf } from '../../server/src/analysis/search-tokens.ts';
import { contentStems, endsSentence, sentencesOf } from '../../server/src/analysis/words.ts';
import { parseAnswer } from '../../server/src/engines/openai-compatible/json-answer.ts';
import { cueIn } from '../../server/src/perception/paid/cues.ts';
import { readCaptions } from '../../server/src/sources/caption-file.ts';
import { reasonOf } from '../../server/src/sources/failure.ts';
import { inputsOf, longInputs } from './long-inputs.ts';
import { slownessOf } from './slowness.ts';
import { sourcePatterns } from './source-patterns.ts';

const root = join(import.meta.dirname, '../..');

/** Patterns that are never used on strangers' texts, or only on short ones. */
const bounded: Readonly<Record<string, string>> = {
  'server/src/wiring/': 'settings and faults of the operator',
  'server/src/models/': 'addresses that the operator configured',
  'server/src/storage/': 'addresses that the operator configured',
  'server/src/sources/releases/': 'addresses that the operator configured',
  'server/src/network/own-names.ts': 'files of the system',
  'server/src/engines/openai-compatible/api-root.ts': 'an address that the operator configured',
  'server/src/http/console/origin.ts': 'a header, whose length Node bounds, without line breaks',
  'server/src/http/docs/': 'the pages of this documentation',
  'server/src/exports/file-name.ts': 'a title, of which 1,000 characters are kept',
  'server/src/engines/moonshine/names.ts': 'a word that the engine heard',
};

describe('A long text takes no longer than its length', () => {
  test('of any pattern in the sources', () => {
    const folders = ['server/src', 'contract/src', 'mcp/src'];
    const patterns = sourcePatterns(root, folders);
    assert.ok(patterns.length > 300, `${patterns.length} patterns found`);

    const slow = patterns.flatMap(({ place, pattern }) => {
      if (Object.keys(bounded).some((path) => place.startsWith(path))) return [];

      const flags = new Set(`${pattern.flags.replace('y', '')}g`);
      const every = new RegExp(pattern.source, [...flags].join(''));

      for (const input of longInputs(pattern)) {
        const slowness = slownessOf((text) => text.replace(every, ''), input);
        if (slowness) return [`${place} ${pattern}: ${slowness}`];
      }

      return [];
    });
    assert.deepEqual(slow, []);
  });

  const cue = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n';
  const schema = { safeParse: (value: unknown) => ({ success: true, data: value }) };
  const functions: Readonly<Record<string, (text: string) => unknown>> = {
    cleanText: (text) => cleanText(text),
    'readCaptions, within a cue': (text) => readCaptions(cue + text),
    'readCaptions, as a file': (text) => readCaptions(`WEBVTT\n${text}`),
    languageTag: (text) => languageTag(text),
    sentencesOf,
    endsSentence,
    contentStems: (text) => contentStems(text),
    tokensOf,
    'cueIn, speech': (text) => cueIn(text, 'speech'),
    'cueIn, title': (text) => cueIn(text, 'title'),
    parseAnswer: (text) => parseAnswer(text, schema as never),
    reasonOf,
  };

  const parts = [
    ...[' ', '\n', '\t', 'a', 'A', '0', '.', ',', '!', '?', ';', ':', '-', "'", '"', '“', '&', '#'],
    ...['[', ']', '(', ')', '<', '>', '{', '}', '/', '\\', '@', '*', '`', '漢', 'é', '\u0301'],
    ...['\u001b[', '\u001b]', 'A. ', 'Dr. ', 'no. 1', 'if ', 'this video ', 'sponsored by ', 's '],
    ...['thanks to ', '-->', '&#12', '<c>', '```\n', '<think>', 'ing', '00:01.000 '],
  ];

  for (const [name, work] of Object.entries(functions)) {
    test(`of ${name}`, () => {
      const slow = [...inputsOf(parts)].flatMap((input) => slownessOf(work, input) ?? []);
      assert.deepEqual(slow, []);
    });
  }

  test('and one that looks at each character from each is found', () => {
    for (const slow of [/\s+$/, /<[^>]*>/g]) {
      const found = [...longInputs(slow)].some((input) =>
        slownessOf((text) => text.replace(slow, ''), input),
      );
      assert.ok(found, String(slow));
    }
  });
});
