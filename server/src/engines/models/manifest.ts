/**
 * The models Reelsight knows by name. Licence, file names and sizes were read from the publisher's pages given with
 * each entry. A hash stands here only together with a pinned revision or a release file that does not change, where
 * several public projects pin the same one; elsewhere the hub's own header decides at download.
 */
import type { ModelEntry, ModelFile, ModelSet } from './model.ts';

const hub = 'https://huggingface.co';

const file = (path: string, sizeBytes?: number, sha256?: string): ModelFile => ({
  path,
  ...(sizeBytes === undefined ? {} : { sizeBytes }),
  ...(sha256 === undefined ? {} : { sha256 }),
});

/** All multilingual Whisper exports carry the same token table. */
const whisperTokens = (name: string) =>
  file(
    `${name}-tokens.txt`,
    816_730,
    'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126',
  );

const whisperParts = (name: string) => ({
  encoder: `${name}-encoder.int8.onnx`,
  decoder: `${name}-decoder.int8.onnx`,
  tokens: `${name}-tokens.txt`,
});

const whisperTinyFiles = [
  file(
    'tiny-encoder.int8.onnx',
    12_937_772,
    'd24fb083ae3b1041fc24e97971d60e280c9342201fbb67b0ab428a8b4a51a434',
  ),
  file(
    'tiny-decoder.int8.onnx',
    89_855_401,
    'd2fece8dd42771f1df975c6c0445770d0c292bf7547c2cae04a6c0cc57540925',
  ),
  whisperTokens('tiny'),
];
const whisperTinySource = {
  kind: 'hub',
  repository: 'csukuangfj/sherpa-onnx-whisper-tiny',
  revision: '65176e2deb88badc814a94058666cadccc29b61c',
} as const;
const whisperTinyPage = `${hub}/csukuangfj/sherpa-onnx-whisper-tiny/tree/65176e2deb88badc814a94058666cadccc29b61c`;
const whisperLicencePage = 'https://github.com/openai/whisper/blob/main/LICENSE';

const speech: readonly ModelEntry[] = [
  {
    id: 'whisper-tiny',
    title: 'Whisper tiny, multilingual, int8',
    role: 'speech',
    rank: 10,
    licence: 'MIT',
    source: whisperTinySource,
    files: whisperTinyFiles,
    aboutBytes: 104e6,
    sets: [],
    loader: { engine: 'sherpa-offline', kind: 'whisper', files: whisperParts('tiny') },
    pages: [whisperTinyPage, whisperLicencePage],
    note: 'For machines too small for whisper-base; clearly less accurate.',
  },
  {
    id: 'whisper-base',
    title: 'Whisper base, multilingual, int8',
    role: 'speech',
    rank: 20,
    licence: 'MIT',
    source: {
      kind: 'hub',
      repository: 'csukuangfj/sherpa-onnx-whisper-base',
      revision: 'bb53ee204431c90d314c1cc08d28d23e5b7927cc',
    },
    files: [
      file(
        'base-encoder.int8.onnx',
        29_120_534,
        '0b8fb1304b6109976038efff5ace81720e00386f3ff6b54ee8c75291ca0a1e11',
      ),
      file(
        'base-decoder.int8.onnx',
        130_672_026,
        '9759d217388a01b3a4c7c15533201067b48ae819c4daafc8624e64b9409dc02d',
      ),
      whisperTokens('base'),
    ],
    aboutBytes: 161e6,
    sets: ['default'],
    loader: { engine: 'sherpa-offline', kind: 'whisper', files: whisperParts('base') },
    pages: [`${hub}/csukuangfj/sherpa-onnx-whisper-base/tree/main`, whisperLicencePage],
  },
  {
    id: 'whisper-small',
    title: 'Whisper small, multilingual, int8',
    role: 'speech',
    rank: 30,
    licence: 'MIT',
    source: {
      kind: 'hub',
      repository: 'csukuangfj/sherpa-onnx-whisper-small',
      revision: '8f3c18b358db4d1f2fc1eae49d75cd20989e4309',
    },
    files: [
      file(
        'small-encoder.int8.onnx',
        112_442_483,
        '4cbe7b22fa9026b843b60a68640c747de05bafb1a11b57edc0e66c232d9f33a9',
      ),
      file(
        'small-decoder.int8.onnx',
        262_226_114,
        'acad50b5c782696e91b55914cc5ab4f756f1532f76e22aa6fc615f39fb69a8ee',
      ),
      whisperTokens('small'),
    ],
    aboutBytes: 375e6,
    sets: ['better'],
    loader: { engine: 'sherpa-offline', kind: 'whisper', files: whisperParts('small') },
    pages: [`${hub}/csukuangfj/sherpa-onnx-whisper-small/tree/main`, whisperLicencePage],
    note: 'In the better set it speaks for the languages Parakeet does not know.',
  },
  {
    id: 'whisper-turbo',
    title: 'Whisper large-v3 turbo, multilingual, int8',
    role: 'speech',
    rank: 50,
    licence: 'MIT',
    source: {
      kind: 'hub',
      repository: 'csukuangfj/sherpa-onnx-whisper-turbo',
      revision: '2ca6ff69fc878651b770880507669577ac41c2ff',
    },
    files: [
      file(
        'turbo-encoder.int8.onnx',
        674_716_297,
        'b02dcdf54f348741e93fe732b67d933c8dcb6735655f710640143081db38878b',
      ),
      file(
        'turbo-decoder.int8.onnx',
        361_080_764,
        '20accd02388482eb3a46bd615631adfdc85e1eb2c7db9ea3f02a40ffe6b81547',
      ),
      whisperTokens('turbo'),
    ],
    aboutBytes: 1037e6,
    sets: ['gpu'],
    loader: { engine: 'sherpa-offline', kind: 'whisper', files: whisperParts('turbo') },
    pages: [
      `${hub}/csukuangfj/sherpa-onnx-whisper-turbo/tree/2ca6ff69fc878651b770880507669577ac41c2ff`,
      whisperLicencePage,
    ],
    note: 'Heavy on a CPU: expect it to be slower than real time on two cores.',
  },
  {
    id: 'parakeet-tdt-0.6b-v3',
    title: 'Parakeet TDT 0.6B v3, 25 European languages, int8',
    role: 'speech',
    rank: 40,
    licence: 'CC-BY-4.0',
    attribution:
      'Parakeet TDT 0.6B v3 by NVIDIA, CC BY 4.0; converted to ONNX and quantised by csukuangfj.',
    source: {
      kind: 'hub',
      repository: 'csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8',
      revision: '2bda32ec70b097a55adaa07d9a7173915b43cc78',
    },
    files: [
      file(
        'encoder.int8.onnx',
        652_184_281,
        'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247',
      ),
      file(
        'decoder.int8.onnx',
        11_845_275,
        '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e',
      ),
      file(
        'joiner.int8.onnx',
        6_355_277,
        '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3',
      ),
      file(
        'tokens.txt',
        93_939,
        'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d',
      ),
    ],
    aboutBytes: 670e6,
    sets: ['better'],
    loader: {
      engine: 'sherpa-offline',
      kind: 'nemo_transducer',
      files: {
        encoder: 'encoder.int8.onnx',
        decoder: 'decoder.int8.onnx',
        joiner: 'joiner.int8.onnx',
        tokens: 'tokens.txt',
      },
      languages: 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(
        ' ',
      ),
    },
    pages: [
      'https://build.nvidia.com/nvidia/parakeet-tdt-0_6b/modelcard',
      `${hub}/nvidia/parakeet-tdt-0.6b-v3`,
      'https://github.com/k2-fsa/sherpa/blob/master/docs/source/onnx/pretrained_models/offline-transducer/nemo/parakeet-tdt-0.6b-v3.rst',
    ],
    note: 'Writes punctuation and capitals; does not say which language it heard.',
  },
  {
    id: 'parakeet-tdt-0.6b-v2',
    title: 'Parakeet TDT 0.6B v2, English, int8',
    role: 'speech',
    rank: 35,
    licence: 'CC-BY-4.0',
    attribution:
      'Parakeet TDT 0.6B v2 by NVIDIA, CC BY 4.0; converted to ONNX and quantised by csukuangfj.',
    source: {
      kind: 'hub',
      repository: 'csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8',
      revision: '1ab9323565ddb038682214b292f588070a538ce2',
    },
    files: [
      file('encoder.int8.onnx', 652_184_296),
      file('decoder.int8.onnx', 7_257_753),
      file('joiner.int8.onnx', 1_739_080),
      file('tokens.txt', 9_384),
    ],
    aboutBytes: 661e6,
    sets: [],
    loader: {
      engine: 'sherpa-offline',
      kind: 'nemo_transducer',
      files: {
        encoder: 'encoder.int8.onnx',
        decoder: 'decoder.int8.onnx',
        joiner: 'joiner.int8.onnx',
        tokens: 'tokens.txt',
      },
      languages: ['en'],
    },
    pages: [
      `${hub}/csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8/blob/main/README.md`,
      `${hub}/nvidia/parakeet-tdt-0.6b-v2`,
    ],
    note: 'English only, a little more accurate there than v3.',
  },
  {
    id: 'language-id-whisper-tiny',
    title: 'Whisper tiny as spoken-language detector, int8',
    role: 'language-id',
    rank: 10,
    licence: 'MIT',
    source: whisperTinySource,
    files: whisperTinyFiles.slice(0, 2),
    aboutBytes: 103e6,
    sets: ['default', 'better', 'gpu'],
    loader: {
      engine: 'sherpa-language-id',
      kind: 'whisper',
      files: { encoder: 'tiny-encoder.int8.onnx', decoder: 'tiny-decoder.int8.onnx' },
    },
    pages: [whisperTinyPage, whisperLicencePage],
  },
];

const speakers: readonly ModelEntry[] = [
  {
    id: 'pyannote-segmentation-3.0',
    title: 'pyannote segmentation 3.0, int8',
    role: 'segmentation',
    rank: 10,
    licence: 'MIT',
    source: {
      kind: 'hub',
      repository: 'csukuangfj/sherpa-onnx-pyannote-segmentation-3-0',
      revision: '9403a6902bb58e3d5ae8c7e77c3422de279db2e0',
    },
    files: [
      file(
        'model.int8.onnx',
        1_540_506,
        'd582f4b4c6b48205de7e0643c57df0df5615a3c176189be3fc461e9d18827b5d',
      ),
    ],
    aboutBytes: 1.6e6,
    sets: ['default', 'better', 'gpu'],
    loader: {
      engine: 'sherpa-segmentation',
      kind: 'pyannote',
      files: { model: 'model.int8.onnx' },
    },
    pages: [
      `${hub}/onnx-community/pyannote-segmentation-3.0`,
      'https://github.com/k2-fsa/sherpa/blob/master/docs/source/onnx/speaker-diarization/models.rst',
    ],
  },
  {
    id: 'wespeaker-resnet34-lm',
    title: 'WeSpeaker ResNet34-LM, VoxCeleb',
    role: 'embedding',
    rank: 10,
    licence: 'CC-BY-4.0',
    attribution:
      'WeSpeaker voxceleb ResNet34-LM by the WeSpeaker project, CC BY 4.0; metadata added by csukuangfj.',
    source: {
      kind: 'address',
      // The tag is misspelt at its publisher.
      base: 'https://github.com/k2-fsa/sherpa-onnx/releases/download/speaker-recongition-models',
    },
    files: [
      file(
        'wespeaker_en_voxceleb_resnet34_LM.onnx',
        26_530_550,
        'e9848563da86f263117134dfd7ad63c92355b37de492b55e325400c9d9c39012',
      ),
    ],
    aboutBytes: 26.5e6,
    sets: ['default', 'better', 'gpu'],
    loader: {
      engine: 'sherpa-embedding',
      kind: 'wespeaker',
      files: { model: 'wespeaker_en_voxceleb_resnet34_LM.onnx' },
    },
    pages: [
      'https://github.com/k2-fsa/sherpa-onnx/releases/tag/speaker-recongition-models',
      `${hub}/csukuangfj/speaker-embedding-models/tree/main`,
      `${hub}/Wespeaker/wespeaker-voxceleb-resnet34-LM`,
    ],
    note: 'Trained on English voices; tells speakers of other languages apart less surely.',
  },
];

const yoloxBase = 'https://github.com/Megvii-BaseDetection/YOLOX/releases/download/0.1.1rc0';
const yoloxPages = [
  'https://github.com/Megvii-BaseDetection/YOLOX/tree/main/demo/ONNXRuntime',
  'https://github.com/Megvii-BaseDetection/YOLOX/blob/main/LICENSE',
];
const clipTokenizer = [
  file('config.json'),
  file('preprocessor_config.json'),
  file('tokenizer.json'),
  file('tokenizer_config.json'),
  file('special_tokens_map.json'),
];

const pictures: readonly ModelEntry[] = [
  {
    id: 'owlvit-base-patch32',
    title: 'OWL-ViT base/32, open vocabulary, int8',
    role: 'objects',
    rank: 10,
    licence: 'Apache-2.0',
    source: { kind: 'hub', repository: 'Xenova/owlvit-base-patch32', revision: 'main' },
    files: [...clipTokenizer, file('onnx/model_quantized.onnx')],
    aboutBytes: 158e6,
    sets: ['default'],
    loader: {
      engine: 'transformers',
      kind: 'owlvit',
      files: { model: 'onnx/model_quantized.onnx' },
      dtype: 'q8',
      inputSize: 768,
    },
    pages: [
      `${hub}/Xenova/owlvit-base-patch32/tree/main/onnx`,
      `${hub}/google/owlvit-base-patch32`,
    ],
  },
  {
    id: 'owlv2-base-patch16-ensemble',
    title: 'OWLv2 base/16 ensemble, open vocabulary, int8',
    role: 'objects',
    rank: 20,
    licence: 'Apache-2.0',
    source: {
      kind: 'hub',
      repository: 'Xenova/owlv2-base-patch16-ensemble',
      revision: '5214a97dfca652cbd56e34edb76c5e2680ae6f2b',
    },
    files: [...clipTokenizer, file('onnx/model_quantized.onnx')],
    aboutBytes: 158e6,
    sets: ['better', 'gpu'],
    loader: {
      engine: 'transformers',
      kind: 'owlv2',
      files: { model: 'onnx/model_quantized.onnx' },
      dtype: 'q8',
      inputSize: 960,
    },
    pages: [
      `${hub}/Xenova/owlv2-base-patch16-ensemble/tree/5214a97dfca652cbd56e34edb76c5e2680ae6f2b`,
      `${hub}/google/owlv2-base-patch16-ensemble`,
    ],
    note: 'Several times the work of OWL-ViT base/32 for each frame.',
  },
  {
    id: 'yolox-tiny',
    title: 'YOLOX-tiny, 80 COCO classes',
    role: 'detector',
    rank: 10,
    licence: 'Apache-2.0',
    source: { kind: 'address', base: yoloxBase },
    files: [
      file(
        'yolox_tiny.onnx',
        20_219_662,
        '427cc366d34e27ff7a03e2899b5e3671425c262ea2291f88bb942bc1cc70b0f7',
      ),
    ],
    aboutBytes: 20e6,
    sets: ['default'],
    loader: { engine: 'yolox', kind: 'yolox', files: { model: 'yolox_tiny.onnx' }, inputSize: 416 },
    pages: yoloxPages,
  },
  {
    id: 'yolox-s',
    title: 'YOLOX-s, 80 COCO classes',
    role: 'detector',
    rank: 20,
    licence: 'Apache-2.0',
    source: { kind: 'address', base: yoloxBase },
    files: [
      file(
        'yolox_s.onnx',
        35_858_002,
        'c5c2d13e59ae883e6af3b45daea64af4833a4951c92d116ec270d9ddbe998063',
      ),
    ],
    aboutBytes: 36e6,
    sets: ['better', 'gpu'],
    loader: { engine: 'yolox', kind: 'yolox', files: { model: 'yolox_s.onnx' }, inputSize: 640 },
    pages: yoloxPages,
  },
  {
    id: 'slimsam-77',
    title: 'SlimSAM-77, outline from a box, int8',
    role: 'outlines',
    rank: 10,
    licence: 'Apache-2.0',
    // The branch whose decoder takes boxes; that of `main` takes points only.
    source: { kind: 'hub', repository: 'Xenova/slimsam-77-uniform', revision: 'boxes' },
    files: [
      file('config.json'),
      file('preprocessor_config.json'),
      file('onnx/vision_encoder_quantized.onnx'),
      file('onnx/prompt_encoder_mask_decoder_quantized.onnx'),
    ],
    aboutBytes: 14e6,
    sets: ['default', 'better', 'gpu'],
    loader: {
      engine: 'onnx-sam',
      kind: 'slimsam-boxes',
      files: {
        encoder: 'onnx/vision_encoder_quantized.onnx',
        decoder: 'onnx/prompt_encoder_mask_decoder_quantized.onnx',
      },
      dtype: 'q8',
      inputSize: 1024,
    },
    pages: [
      `${hub}/Xenova/slimsam-77-uniform/tree/boxes/onnx`,
      'https://github.com/huggingface/transformers.js/pull/563',
      `${hub}/Zigeng/SlimSAM-uniform-77`,
    ],
  },
  {
    id: 'siglip-base-patch16-224',
    title: 'SigLIP base/16 224, picture and text, int8',
    role: 'logos',
    rank: 20,
    licence: 'Apache-2.0',
    source: {
      kind: 'hub',
      repository: 'Xenova/siglip-base-patch16-224',
      revision: '294847d6b5fe86c91330269da98ce112d6c75e7e',
    },
    files: [
      ...clipTokenizer,
      file('onnx/text_model_quantized.onnx'),
      file('onnx/vision_model_quantized.onnx'),
    ],
    aboutBytes: 213e6,
    sets: ['default', 'better', 'gpu'],
    loader: {
      engine: 'transformers',
      kind: 'siglip',
      files: { text: 'onnx/text_model_quantized.onnx', vision: 'onnx/vision_model_quantized.onnx' },
      dtype: 'q8',
      inputSize: 224,
    },
    pages: [
      `${hub}/Xenova/siglip-base-patch16-224/tree/294847d6b5fe86c91330269da98ce112d6c75e7e`,
      `${hub}/google/siglip-base-patch16-224`,
    ],
  },
  {
    id: 'clip-vit-base-patch32',
    title: 'CLIP ViT-B/32, picture and text, int8',
    role: 'logos',
    rank: 10,
    licence: 'MIT',
    source: { kind: 'hub', repository: 'Xenova/clip-vit-base-patch32', revision: 'main' },
    files: [
      ...clipTokenizer,
      file('onnx/text_model_quantized.onnx'),
      file('onnx/vision_model_quantized.onnx'),
    ],
    aboutBytes: 157e6,
    sets: [],
    loader: {
      engine: 'transformers',
      kind: 'clip',
      files: { text: 'onnx/text_model_quantized.onnx', vision: 'onnx/vision_model_quantized.onnx' },
      dtype: 'q8',
      inputSize: 224,
    },
    pages: [
      `${hub}/Xenova/clip-vit-base-patch32/tree/4c1807b705b1d015fb032789cc4d221b23025a6f/onnx`,
      'https://github.com/openai/CLIP/blob/main/LICENSE',
      'https://github.com/openai/CLIP/blob/main/model-card.md',
    ],
    note: "About four times faster than SigLIP. Its model card calls every deployed use out of the authors' scope.",
  },
];

const qwenFiles = [
  file('config.json'),
  file('generation_config.json'),
  file('tokenizer.json'),
  file('tokenizer_config.json'),
  file('special_tokens_map.json'),
  file('onnx/model_quantized.onnx'),
];

const language: readonly ModelEntry[] = [
  {
    id: 'qwen2.5-0.5b-instruct',
    title: 'Qwen2.5 0.5B Instruct, int8',
    role: 'language',
    rank: 10,
    licence: 'Apache-2.0',
    source: { kind: 'hub', repository: 'onnx-community/Qwen2.5-0.5B-Instruct', revision: 'main' },
    files: qwenFiles,
    aboutBytes: 520e6,
    sets: ['default'],
    loader: {
      engine: 'transformers',
      kind: 'text-generation',
      files: { model: 'onnx/model_quantized.onnx' },
      dtype: 'q8',
    },
    pages: [
      `${hub}/onnx-community/Qwen2.5-0.5B-Instruct/tree/main`,
      `${hub}/Qwen/Qwen2.5-0.5B-Instruct`,
    ],
    note: 'Small enough for a CPU, weak at questions; an endpoint with a larger model is worth having.',
  },
  {
    id: 'qwen2.5-1.5b-instruct',
    title: 'Qwen2.5 1.5B Instruct, int8',
    role: 'language',
    rank: 20,
    licence: 'Apache-2.0',
    source: { kind: 'hub', repository: 'onnx-community/Qwen2.5-1.5B-Instruct', revision: 'main' },
    files: qwenFiles,
    aboutBytes: 1590e6,
    sets: ['better'],
    loader: {
      engine: 'transformers',
      kind: 'text-generation',
      files: { model: 'onnx/model_quantized.onnx' },
      dtype: 'q8',
    },
    pages: [
      `${hub}/onnx-community/Qwen2.5-1.5B-Instruct/tree/main`,
      `${hub}/Qwen/Qwen2.5-1.5B-Instruct`,
    ],
  },
];

export const modelManifest: readonly ModelEntry[] = [
  ...speech,
  ...speakers,
  ...pictures,
  ...language,
];

/** What each set is for, in one line. */
export const modelSets: Readonly<Record<ModelSet, string>> = {
  default: 'runs on two CPU cores',
  better: 'more accurate, for four CPU cores and 8 GB of memory or more',
  gpu: 'beside a GPU machine that serves language and vision by an OpenAI-compatible endpoint',
};

export const isModelSet = (name: string): name is ModelSet => Object.hasOwn(modelSets, name);
