/** The calls for the brand library of a workspace. */
import { z } from 'zod';
import {
  brandEntry,
  brandLogo,
  brandRecountState,
  libraryBrand,
  logoBytes,
  logoContentTypes,
  logoReferenceQuery,
} from '../brand-library.ts';
import { exampleIds } from './example-ids.ts';
import { keptForever } from './headers.ts';
import {
  type CallRow,
  created,
  noContent,
  oneAnswer,
  type Param,
  workspaceBase as workspace,
} from './row.ts';

const id = { description: 'Id of the brand.', example: exampleIds.brand } as const satisfies Param;
const logo = {
  description: 'Id of the picture.',
  example: exampleIds.logo,
} as const satisfies Param;

const entry = {
  name: 'Apex',
  aliases: ['Apex Sports'],
  support: ['shoes', 'running'],
  unless: ['predator'],
  exclude: false,
};
const picture = {
  logo_id: exampleIds.logo,
  width: 512,
  height: 240,
  path: `/v1/brands/${exampleIds.brand}/logos/${exampleIds.logo}`,
};
const storedBrand = {
  brand_id: exampleIds.brand,
  ...entry,
  logos: [picture],
  updated_at: '2026-11-05T11:42:00.000Z',
};

const recount = {
  state: 'counting',
  videos: 37,
  videos_read: 12,
  videos_changed: 9,
  videos_skipped: 0,
  appearances_added: 41,
  actor: { type: 'key', id: exampleIds.key, name: 'reports' },
  created_at: '2026-11-12T10:05:00.000Z',
  ended_at: null,
} as const;
const recountState = { brand_id: exampleIds.brand, videos: 37, recount };

export const brandCalls = {
  listBrands: {
    method: 'GET',
    tag: 'Brand library',
    summary: 'List the brands a workspace keeps.',
    description: 'In order of their names, at most 500.',
    key: { scope: 'jobs:read', path: '/v1/brands' },
    answers: oneAnswer(z.array(libraryBrand), [storedBrand]),
    errors: [],
  },
  getBrand: {
    method: 'GET',
    tag: 'Brand library',
    summary: 'Read a brand of the library.',
    description: 'With its pictures.',
    key: { scope: 'jobs:read', path: '/v1/brands/:id' },
    params: { id },
    answers: oneAnswer(libraryBrand, storedBrand),
    errors: ['NOT_FOUND'],
  },
  createBrand: {
    method: 'POST',
    tag: 'Brand library',
    summary: 'Add a brand to the library.',
    description:
      'Analyses started afterwards use it. A name that the library has already, also in another spelling (`COCA COLA`, `Coca-Cola`), is VALIDATION_FAILED: change that entry instead. At most 500 brands.',
    audit: 'brand.created',
    key: { scope: 'jobs:write', path: '/v1/brands' },
    body: brandEntry,
    example: entry,
    answers: created(libraryBrand, { ...storedBrand, logos: [] }),
    errors: ['VALIDATION_FAILED'],
  },
  changeBrand: {
    method: 'PUT',
    tag: 'Brand library',
    summary: 'Replace an entry of the library.',
    description: 'Replaces the whole entry; its pictures are kept.',
    audit: 'brand.changed',
    key: { scope: 'jobs:write', path: '/v1/brands/:id' },
    params: { id },
    body: brandEntry,
    example: { ...entry, aliases: ['Apex Sports', 'Apex Running'] },
    answers: oneAnswer(libraryBrand, { ...storedBrand, aliases: ['Apex Sports', 'Apex Running'] }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  deleteBrand: {
    method: 'DELETE',
    tag: 'Brand library',
    summary: 'Delete a brand of the library.',
    description: 'Deletes its pictures too; results that name it are kept.',
    audit: 'brand.deleted',
    key: { scope: 'jobs:write', path: '/v1/brands/:id' },
    params: { id },
    answers: noContent('Deleted.'),
    errors: ['NOT_FOUND'],
  },
  readBrandRecount: {
    method: 'GET',
    costly: true,
    tag: 'Brand library',
    summary: 'Read in how many earlier videos a brand can be recounted.',
    description: 'And how far the last recount is.',
    key: { scope: 'jobs:read', path: '/v1/brands/:id/recount' },
    params: { id },
    answers: oneAnswer(brandRecountState, recountState),
    errors: ['NOT_FOUND'],
  },
  recountBrand: {
    method: 'POST',
    costly: true,
    tag: 'Brand library',
    summary: 'Look for a brand in the results of earlier videos.',
    description:
      'Costs no credits: no video is analysed again. The texts and the speech of completed jobs that named no brands are read by the rules of an analysis, newest first, in the background. Each video in which the brand is found gets a correction of the kind `recount`. What people dismissed stays dismissed, and nothing is added twice.',
    audit: 'brand.recounted',
    key: { scope: 'jobs:write', path: '/v1/brands/:id/recount' },
    repeatable: true,
    params: { id },
    answers: oneAnswer(brandRecountState, {
      ...recountState,
      recount: { ...recount, videos_read: 0, videos_changed: 0, appearances_added: 0 },
    }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  undoBrandRecount: {
    method: 'DELETE',
    tag: 'Brand library',
    summary: 'Take back what recounts of a brand added.',
    description: 'In all videos, in the background. The entry of the library stays.',
    audit: 'brand.recount_undone',
    key: { scope: 'jobs:write', path: '/v1/brands/:id/recount' },
    params: { id },
    answers: oneAnswer(brandRecountState, {
      ...recountState,
      recount: { ...recount, state: 'undoing' },
    }),
    errors: ['NOT_FOUND'],
  },
  uploadBrandLogo: {
    method: 'POST',
    tag: 'Brand library',
    summary: 'Add a picture of a logo to a brand.',
    description:
      'The body is the picture. It is decoded, scaled to at most 512 pixels wide and high, and kept as PNG; a brand has at most 10.',
    audit: 'brand.logo_added',
    key: { scope: 'jobs:write', path: '/v1/brands/:id/logos' },
    params: { id },
    file: {
      description:
        'The picture, at most 2 MB (2,097,152 bytes) and 25 million pixels; half as many if it is interlaced or progressive, or has 16 bits a channel.',
      contentTypes: logoContentTypes,
      maxBytes: logoBytes,
    },
    answers: created(brandLogo, picture),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'BODY_TOO_LARGE'],
  },
  getBrandLogo: {
    method: 'GET',
    tag: 'Brand library',
    summary: 'Fetch a picture of a logo.',
    description: 'A picture never changes.',
    key: { scope: 'jobs:read', path: '/v1/brands/:id/logos/:logo' },
    params: { id, logo },
    answers: [
      {
        status: 200,
        description: 'The PNG.',
        contentType: 'image/png',
        headers: { 'Cache-Control': keptForever },
      },
    ],
    errors: ['NOT_FOUND'],
  },
  readLogoReference: {
    method: 'GET',
    tag: 'Brand library',
    summary: 'Fetch a picture that the logo of a brand is compared with.',
    description:
      'The first picture of the brand in the library, else of the operator, else the drawn shape.',
    session: { role: 'member', path: `${workspace}/logo-reference` },
    query: logoReferenceQuery,
    answers: [{ status: 200, description: 'The PNG.', contentType: 'image/png' }],
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'RATE_LIMITED'],
  },
  deleteBrandLogo: {
    method: 'DELETE',
    tag: 'Brand library',
    summary: 'Delete a picture of a logo.',
    description: 'Analyses started afterwards no longer use it.',
    audit: 'brand.logo_removed',
    key: { scope: 'jobs:write', path: '/v1/brands/:id/logos/:logo' },
    params: { id, logo },
    answers: noContent('Deleted.'),
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, CallRow>;
