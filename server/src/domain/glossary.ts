/** The glossary of a workspace: names and jargon that the recogniser of speech favours. */
import {
  Fault,
  type Glossary,
  type GlossaryTerm,
  glossaryLimits,
  invalidInput,
  type PutGlossary,
} from '@reelsight/contract';
import { keyOf } from '@reelsight/contract/name-identity';
import {
  compareGlossary,
  countGlossaries,
  findGlossary,
  type GlossaryRow,
  insertGlossary,
  removeOldGlossaries,
} from '../db/glossaries.ts';
import { lockWorkspace } from '../db/workspaces/workspaces.ts';
import type { Domain } from './domain.ts';

/** Most revisions that open jobs may keep, so that they cannot fill the database. */
const mostRevisions = 200;

export async function readGlossary(domain: Domain, workspaceId: string): Promise<Glossary> {
  const row = await findGlossary(domain.db, workspaceId);
  return glossaryView(row?.terms ?? [], row);
}

const glossaryView = (
  terms: readonly GlossaryTerm[],
  row: Pick<GlossaryRow, 'revision' | 'created_at'> | undefined,
): Glossary => ({
  terms: [...terms],
  revision: row?.revision ?? 0,
  updated_at: row?.created_at.toISOString() ?? null,
});

/**
 * Replaces the glossary by a new revision; an equal one stays as it is. Throws Fault GLOSSARY_CHANGED if another
 * revision stands than the one given, RATE_LIMITED if open jobs keep too many revisions, and VALIDATION_FAILED.
 */
export async function replaceGlossary(
  domain: Domain,
  workspaceId: string,
  { terms: givenTerms, revision: seenRevision }: PutGlossary,
): Promise<Glossary> {
  const terms = givenTerms.map(storedTerm);
  checkTerms(terms);

  return domain.db.transaction(async (tx) => {
    if (!(await lockWorkspace(tx, workspaceId)))
      throw new Fault('NOT_FOUND', workspaceId, { text: 'There is no such workspace.' });

    const standing = await compareGlossary(tx, workspaceId, terms);
    const standingRevision = standing?.revision ?? 0;
    if (seenRevision != null && seenRevision !== standingRevision)
      throw new Fault('GLOSSARY_CHANGED', `${seenRevision} is not ${standingRevision}`);
    if (standing?.is_same ?? terms.length === 0) {
      domain.audit.unchanged();
      return glossaryView(terms, standing);
    }

    const row = { terms, revision: standingRevision + 1, created_at: domain.now() };
    const { revision } = row;
    await insertGlossary(tx, workspaceId, row);
    await removeOldGlossaries(tx, workspaceId, revision);
    if ((await countGlossaries(tx, workspaceId)) > mostRevisions)
      throw new Fault('RATE_LIMITED', `${mostRevisions} revisions of a glossary`, {
        text: `Open jobs of this workspace use ${mostRevisions} revisions of the glossary. Wait until some have ended, or cancel some.`,
      });
    await domain.audit.note(tx, {
      workspaceId,
      target: { id: workspaceId, name: 'glossary' },
      details: { terms: terms.length, revision },
    });

    return glossaryView(terms, row);
  });
}

/** The term as it is stored: without spaces around it, and without an empty list. */
function storedTerm({ term, sounds_like: sounds = [] }: GlossaryTerm): GlossaryTerm {
  return {
    term: term.trim(),
    ...(sounds.length > 0 && { sounds_like: sounds.map((text) => text.trim()) }),
  };
}

/** Throws Fault VALIDATION_FAILED if two terms are or sound the same, or if all of them are too long together. */
function checkTerms(terms: readonly GlossaryTerm[]): void {
  const owners = new Map<string, number>();
  let bytes = 0;

  for (const [index, { term, sounds_like: sounds = [] }] of terms.entries()) {
    for (const [place, text] of [term, ...sounds].entries()) {
      bytes += Buffer.byteLength(text);
      const key = keyOf(text);
      const owner = owners.get(key);
      const field = place === 0 ? `terms.${index}.term` : `terms.${index}.sounds_like.${place - 1}`;
      if (owner !== undefined && (owner !== index || place === 0))
        throw invalidInput(`${field}: “${text}” is there already, in terms.${owner}.`);
      owners.set(key, index);
    }
  }

  if (bytes > glossaryLimits.bytes) {
    const limit = glossaryLimits.bytes.toLocaleString('en');
    throw invalidInput(
      `terms: they have ${bytes.toLocaleString('en')} bytes together; ${limit} are allowed.`,
    );
  }
}
