/** The calls for the glossary of a workspace. */
import { glossary, glossaryLimits, putGlossary } from '../glossary.ts';
import { type CallRow, oneAnswer } from './row.ts';

const terms = [
  { term: 'Kubernetes', sounds_like: ['cooper netties'] },
  { term: 'Siobhán', sounds_like: ['shiv on'] },
  { term: 'Reelsight' },
];
const stored = { terms, revision: 4, updated_at: '2026-11-05T11:42:00.000Z' };

export const glossaryCalls = {
  readGlossary: {
    method: 'GET',
    tag: 'Glossary',
    summary: 'Read the glossary of a workspace.',
    description: 'Names and jargon that the recogniser of speech favours. Empty at first.',
    key: { scope: 'jobs:read', path: '/v1/glossary' },
    answers: oneAnswer(glossary, stored),
    errors: [],
  },
  replaceGlossary: {
    method: 'PUT',
    tag: 'Glossary',
    summary: 'Replace the glossary of a workspace.',
    description:
      'Jobs created afterwards use it; jobs that exist keep the revision that they were created with. Terms that are the same name in another spelling (`Kubernetes`, `kubernetes`), also of one term and how another sounds, are VALIDATION_FAILED. Send the `revision` that you read, so that nobody else’s change is lost.',
    audit: 'glossary.changed',
    key: { scope: 'jobs:write', path: '/v1/glossary' },
    body: putGlossary,
    bodyBytes: glossaryLimits.bodyBytes,
    example: { terms, revision: 3 },
    answers: oneAnswer(glossary, stored),
    errors: ['GLOSSARY_CHANGED', 'VALIDATION_FAILED'],
  },
} as const satisfies Record<string, CallRow>;
