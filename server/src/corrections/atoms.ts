/** What corrections move about: single appearances, each with the name it has by now. */
import { formerIdentityOf } from '@reelsight/contract/former-name-identity';
import { addedByPerson } from '../analysis/added-by-person.ts';
import { identityOf } from '../analysis/name-key.ts';
import { type FoundThing, type OneAppearance, type Said, sameTime, startOf } from './things.ts';

export interface Atom {
  /** Place of the thing in the list it was found in; those that were added count on. */
  readonly place: number;
  /** Null for what was added. */
  readonly thing: FoundThing | null;
  /** Null for what belongs to the thing but to none of its appearances: detections outside of all. */
  readonly one: OneAppearance | null;
  /** Every name it ever had, by its identity, with its spelling. */
  readonly names: Map<string, string>;
  name: string;
  /** Identity of `name`: a thousand corrections compare it with thousands of atoms. */
  key: string;
  dismissed: boolean;
  /** A person said that it is right. */
  sure: boolean;
  touched: boolean;
}

export function atomsOf(things: readonly FoundThing[]): Atom[] {
  return things.flatMap((thing, place) => {
    const { name } = thing;
    const key = identityOf(name);
    return [null, ...thing.appearances].map((one) => atomOf({ place, thing, one, name, key }));
  });
}

function atomOf(of: Pick<Atom, 'place' | 'thing' | 'one' | 'name' | 'key'>): Atom {
  const names = new Map([[of.key, of.name]]);
  return { ...of, names, dismissed: false, sure: false, touched: false };
}

/** Changes the atoms as one correction says. False if what it is about is not there. */
export function apply(atoms: Atom[], made: Said): boolean {
  if (made.kind === 'add') {
    atoms.push(added(atoms, made));
    return true;
  }
  const said = made.by_former_names ? meantThen(atoms, made) : made;
  const about = selected(atoms, said);
  if (!about.some(({ one }) => one)) return false;
  // The last word stands: it also takes back what was dismissed before.
  for (const atom of about) Object.assign(atom, { dismissed: false, touched: true });
  if (said.kind === 'dismiss') for (const atom of about) atom.dismissed = true;
  else call(atoms, about, said);
  return true;
}

/**
 * Names that its own meant when names were compared without any mark: a name that nothing has now is one that had the
 * same letters. The new name of a rename stays as it was written, as it may be a name of its own.
 */
function meantThen(atoms: readonly Atom[], said: Said): Said {
  const spelling = (name: string): string => {
    const key = identityOf(name);
    if (atoms.some(({ names }) => names.has(key))) return name;
    const former = formerIdentityOf(name);
    const called = atoms.flatMap(({ names }) => [...names.values()]);
    return called.find((one) => formerIdentityOf(one) === former) ?? name;
  };
  const { kind, name, new_name: newName } = said;
  return {
    ...said,
    name: spelling(name),
    ...(kind === 'merge' && newName != null && { new_name: spelling(newName) }),
  };
}

/** Shown under this name; if nothing is, what was called so before. */
export function selected(atoms: readonly Atom[], { name, appearance }: Said): Atom[] {
  const key = identityOf(name);
  const meant = atoms.filter(({ one }) => !appearance || (one && isMeant(one, appearance)));
  const shown = meant.filter((atom) => !atom.dismissed && atom.key === key);
  return shown.some(({ one }) => one) ? shown : meant.filter(({ names }) => names.has(key));
}

function isMeant(one: OneAppearance, meant: NonNullable<Said['appearance']>): boolean {
  const { timestamp, timestamp_start: start, source } = meant;
  const by = 'source' in one ? one.source : 'visual';
  return (
    sameTime(one.timestamp, timestamp) &&
    (start == null || sameTime(startOf(one), start)) &&
    (source == null || by === source)
  );
}

/** With a new name, or with the one that was confirmed. */
function call(atoms: readonly Atom[], about: readonly Atom[], said: Said): void {
  const asked = said.new_name ?? said.name;
  const others = without(atoms, about);
  const known = about[0]?.names.get(identityOf(asked));
  const own = said.kind === 'confirm' && known !== undefined ? known : asked;
  const name = shownAs(others, asked) ?? own.trim();
  const key = identityOf(name);
  for (const atom of about) {
    Object.assign(atom, { name, key });
    atom.names.set(key, name);
    atom.sure = said.kind === 'confirm';
  }
}

export function without(atoms: readonly Atom[], some: readonly Atom[]): Atom[] {
  const left = new Set(some);
  return atoms.filter((atom) => !left.has(atom));
}

/** The spelling that a name is shown in; undefined if none of the atoms has it. */
export function shownAs(atoms: readonly Atom[], name: string): string | undefined {
  const key = identityOf(name);
  return atoms.find((one) => one.one && !one.dismissed && one.key === key)?.name;
}

function added(atoms: readonly Atom[], said: Said): Atom {
  const place = atoms.reduce((most, one) => Math.max(most, one.place), -1) + 1;
  const name = shownAs(atoms, said.name) ?? said.name.trim();
  const key = identityOf(name);
  const atom = atomOf({ place, thing: null, one: addedAppearance(said), name, key });
  return Object.assign(atom, { sure: true, touched: true });
}

function addedAppearance({ appearance_added: given, target }: Said): OneAppearance {
  if (!given) throw new Error('a correction that adds nothing');
  const { start, end, box, source } = given;
  const timestamp = given.timestamp ?? start;
  const base = { confidence: 1, context: addedByPerson };
  if (source === 'audio') return { timestamp: start, ...base, source };
  return {
    ...{ timestamp, timestamp_start: start, timestamp_end: end, ...base },
    ...(target === 'brand' && { visible_duration: end - start, source }),
    ...(box && { bounding_box: box }),
  } as OneAppearance;
}
