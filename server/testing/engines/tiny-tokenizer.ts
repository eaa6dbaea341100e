/** For tests: a tokenizer in the files that transformers.js loads. Each word that it knows is a token. */

/** The tokens that are no words: what fills up a shorter text, and a word that is not known. */
const specials = ['[PAD]', '[UNK]'];

/** All tokens; the place of each in the list is its number. */
export const tinyVocabulary = (words: Iterable<string>): readonly string[] => [
  ...specials,
  ...new Set(words),
];

export const isSpecial = (token: string): boolean => specials.includes(token);

/** Contents of the files, by name. */
export const tinyTokenizer = (vocabulary: readonly string[]): Readonly<Record<string, string>> => ({
  'tokenizer.json': JSON.stringify(tokenizer(vocabulary)),
  'tokenizer_config.json': JSON.stringify({
    tokenizer_class: 'PreTrainedTokenizerFast',
    pad_token: '[PAD]',
    unk_token: '[UNK]',
  }),
});

const tokenizer = (words: readonly string[]) => ({
  version: '1.0',
  truncation: null,
  padding: null,
  normalizer: { type: 'Lowercase' },
  added_tokens: specials.map((content, id) => ({
    id,
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  })),
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: null,
  decoder: null,
  model: {
    type: 'WordLevel',
    unk_token: '[UNK]',
    vocab: Object.fromEntries(words.map((word, id) => [word, id])),
  },
});
