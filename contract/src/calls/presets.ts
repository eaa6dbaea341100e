/** The calls for presets, which are choices of what to look for, saved under a name. */
import { z } from 'zod';
import { preset, presetEntry } from '../preset.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, created, noContent, oneAnswer, type Param } from './row.ts';

const id = {
  description: 'Id of the preset.',
  example: exampleIds.preset,
} as const satisfies Param;

const entry = {
  name: 'Spring campaign',
  capabilities: ['transcription' as const, 'brands' as const],
  brands: ['Nike', 'Adidas'],
  surfaces: ['jersey-front'],
  fps: 2,
};
const storedPreset = {
  preset_id: exampleIds.preset,
  built_in: false,
  needs: [],
  ...entry,
  updated_at: '2026-11-05T11:42:00.000Z',
};
const builtIn = {
  preset_id: 'preset_sponsorship',
  name: 'Sponsorship',
  built_in: true,
  needs: ['brands' as const],
  capabilities: ['transcription' as const, 'brands' as const, 'metadata' as const],
  updated_at: null,
};

export const presetCalls = {
  listPresets: {
    method: 'GET',
    tag: 'Presets',
    summary: 'List presets, the built-in ones first.',
    description:
      'Those of the workspace follow in order of their names, at most 100. The built-in ones `preset_sponsorship`, `preset_transcript` and `preset_everything` are adapted to the plan.',
    key: { scope: 'jobs:read', path: '/v1/presets' },
    answers: oneAnswer(z.array(preset), [builtIn, storedPreset]),
    errors: [],
  },
  getPreset: {
    method: 'GET',
    tag: 'Presets',
    summary: 'Read a preset.',
    description: 'One of the workspace, or a built-in one.',
    key: { scope: 'jobs:read', path: '/v1/presets/:id' },
    params: { id },
    answers: oneAnswer(preset, storedPreset),
    errors: ['NOT_FOUND'],
  },
  createPreset: {
    method: 'POST',
    tag: 'Presets',
    summary: 'Save what to find out under a name.',
    description:
      'Jobs and batches take it by `preset`, as its id or its name. What a job with these fields would be refused for is refused here too, except for limits of the plan, which may change. A name that a preset has already is VALIDATION_FAILED. At most 100 presets.',
    audit: 'preset.created',
    key: { scope: 'jobs:write', path: '/v1/presets' },
    body: presetEntry,
    example: entry,
    answers: created(preset, storedPreset),
    errors: ['VALIDATION_FAILED', 'INVALID_CAPABILITIES', 'TOO_MANY_BRANDS', 'INVALID_SURFACE'],
  },
  changePreset: {
    method: 'PUT',
    tag: 'Presets',
    summary: 'Replace a preset.',
    description:
      'Replaces all of it. Jobs that were created with it stay as they are. A built-in preset cannot be changed: VALIDATION_FAILED.',
    audit: 'preset.changed',
    key: { scope: 'jobs:write', path: '/v1/presets/:id' },
    params: { id },
    body: presetEntry,
    example: { ...entry, fps: 4 },
    answers: oneAnswer(preset, { ...storedPreset, fps: 4 }),
    errors: [
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'INVALID_CAPABILITIES',
      'TOO_MANY_BRANDS',
      'INVALID_SURFACE',
    ],
  },
  deletePreset: {
    method: 'DELETE',
    tag: 'Presets',
    summary: 'Delete a preset.',
    description:
      'Jobs that were created with it stay as they are. A built-in preset cannot be deleted: VALIDATION_FAILED.',
    audit: 'preset.deleted',
    key: { scope: 'jobs:write', path: '/v1/presets/:id' },
    params: { id },
    answers: noContent('Deleted.'),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
} as const satisfies Record<string, CallRow>;
