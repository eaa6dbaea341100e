/**
 * The units that corrections work on: single appearances, each with its current name. Appearances that were corrected
 * in the same way so far share one record (a `Past`), so correcting a whole thing costs the same however many
 * appearances it has. Single appearances are looked up by their time. Thus the work for a thousand corrections of ten
 * thousand appearances grows with the sum of the two numbers, not with their product.
 */

import type { StoredAppearance } from '@reelsight/contract';
import { formerIdentityOf } from '@reelsight/contract/former-name-identity';
import { addedByPerson, addedFromTexts } from '../analysis/added-by-person.ts';
import { identityOf } from '../analysis/name-key.ts';
import { type FoundThing, type OneAppearance, type Said, sameTime, startOf } from './things.ts';

/**
 * The state shared by all appearances that were corrected in the same way so far; each appearance belongs to exactly
 * one past.
 */
interface Past {
  /** Atoms in the order they were found. */
  readonly members: Set<Atom>;
  /** Number of members that have an appearance. */
  appearances: number;
  /** Every name that the members ever had, with its spelling, keyed by identity. */
  readonly names: Map<string, string>;
  name: string;
  /** Identity of `name`. */
  key: string;
  dismissed: boolean;
  /** Whether a person confirmed the members. */
  sure: boolean;
  touched: boolean;
  /** Whether its member is the payer of a segment, not a part of a thing. */
  readonly isPayer: boolean;
}

export class Atom {
  /** Position among all atoms. */
  readonly index: number;
  /** The thing that was found; null if a person added the appearance. */
  readonly thing: FoundThing | null;
  /**
   * The appearance; null for the atom that holds the thing's detections outside all its appearances, and for that of a
   * payer.
   */
  readonly one: OneAppearance | null;
  past: Past;

  constructor(
    index: number,
    thing: FoundThing | null,
    appearance: OneAppearance | null,
    past: Past,
  ) {
    this.index = index;
    this.thing = thing;
    this.one = appearance;
    this.past = past;
    past.members.add(this);
    if (appearance) past.appearances += 1;
  }

  get name(): string {
    return this.past.name;
  }

  get key(): string {
    return this.past.key;
  }

  get dismissed(): boolean {
    return this.past.dismissed;
  }

  get sure(): boolean {
    return this.past.sure;
  }

  get touched(): boolean {
    return this.past.touched;
  }

  /** The spelling under which the atom has, or ever had, a name of this identity; undefined if it never had one. */
  spellingOf(key: string): string | undefined {
    return this.past.names.get(key);
  }
}

/** Some or all members of a past, in the order in which they were found. */
interface Selection {
  readonly past: Past;
  readonly atoms: readonly Atom[] | 'all';
}

export class Atoms {
  readonly all: Atom[] = [];
  /** Pasts by their current name, and by every name that they ever had. */
  readonly #shown = new Map<string, Set<Past>>();
  readonly #named = new Map<string, Set<Past>>();
  /** Atoms by the millisecond of their timestamp; null until the first lookup needs it. */
  #byTime: Map<number, Atom[]> | null = null;

  constructor(things: readonly FoundThing[]) {
    for (const thing of things) {
      const past = this.#begin(thing.name);
      for (const appearance of [null, ...thing.appearances])
        this.all.push(new Atom(this.all.length, thing, appearance, past));
    }
  }

  /** Applies one correction. False if its target does not exist. */
  apply(correction: Said): boolean {
    if (correction.kind === 'add') {
      this.#add(correction);
      return true;
    }

    const resolved = correction.by_former_names ? this.#meantThen(correction) : correction;
    const selections = this.#select(resolved);
    if (!hasAppearance(selections)) return false;

    // The latest correction wins: it also undoes an earlier dismissal.
    const pasts = selections.map((selection) => this.#apart(selection));
    for (const past of pasts) Object.assign(past, { dismissed: false, touched: true });

    if (resolved.kind === 'dismiss') for (const past of pasts) past.dismissed = true;
    else this.#call(pasts, resolved);

    return true;
  }

  /**
   * An atom for the brand that pays for a segment. It follows the corrections that are about all of that brand, and is
   * part of nothing that is shown as a brand.
   */
  addPayer(name: string): Atom {
    // The index puts payers after all appearances, whose spelling and order decide those of a name.
    return new Atom(Number.MAX_SAFE_INTEGER, null, null, this.#begin(name, true));
  }

  /** The spelling under which things show this name; the name as given if none does. */
  spelled(name: string): string {
    return this.#shownAs(name) ?? name.trim();
  }

  /** Whether the target of a correction exists. */
  has(correction: Pick<Said, 'name' | 'appearance'>): boolean {
    return hasAppearance(this.#select(correction));
  }

  /** Whether anything other than the target of the correction is shown under this name. */
  isShownBeside(correction: Pick<Said, 'name' | 'appearance'>, name: string): boolean {
    const pasts = this.#select(correction).map((selection) => this.#apart(selection));
    return this.#shownAs(name, pasts) !== undefined;
  }

  /**
   * Resolves the names in a correction that was made when names were compared without accents and other marks: if no
   * thing ever had such a name, it stands for the name that differs from it only in marks. The new name of a rename
   * stays as written, because it may be meant as a different name.
   */
  #meantThen(correction: Said): Said {
    const { kind, name, new_name: newName } = correction;
    return {
      ...correction,
      name: this.#spelledNow(name),
      ...(kind === 'merge' && newName != null && { new_name: this.#spelledNow(newName) }),
    };
  }

  #spelledNow(name: string): string {
    const isPastOfThing = ({ isPayer }: Past): boolean => !isPayer;
    if ([...(this.#named.get(identityOf(name)) ?? [])].some(isPastOfThing)) return name;
    const former = formerIdentityOf(name);
    const named = [...this.#named.values()].flatMap((group) => [...group]);
    const pasts = new Set(named.filter(isPastOfThing));
    const inOrder = [...pasts].sort((a, b) => firstOf(a) - firstOf(b));
    const called = inOrder.flatMap(({ names }) => [...names.values()]);
    return called.find((spelling) => formerIdentityOf(spelling) === former) ?? name;
  }

  /** Things shown under this name; if there are none, the things that ever had it. */
  #select({ name, appearance }: Pick<Said, 'name' | 'appearance'>): Selection[] {
    const key = identityOf(name);
    if (appearance) return this.#selectAppearances(key, appearance);
    const visible = [...(this.#shown.get(key) ?? [])].filter(({ dismissed }) => !dismissed);
    const pasts = visible.some(({ appearances }) => appearances > 0)
      ? visible
      : [...(this.#named.get(key) ?? [])];
    return pasts.map((past) => ({ past, atoms: 'all' }));
  }

  #selectAppearances(key: string, appearance: NonNullable<Said['appearance']>): Selection[] {
    const meant = this.#near(appearance.timestamp)
      .filter(({ one: candidate }) => candidate && isMeant(candidate, appearance))
      .sort((a, b) => a.index - b.index);
    const visible = meant.filter((atom) => !atom.dismissed && atom.key === key);
    const atoms = visible.length > 0 ? visible : meant.filter(({ past }) => past.names.has(key));
    return [...Map.groupBy(atoms, ({ past }) => past)].map(([past, pastAtoms]) => ({
      past,
      atoms: pastAtoms,
    }));
  }

  #near(timestamp: number): Atom[] {
    this.#byTime ??= Map.groupBy(
      this.all.filter(({ one: appearance }) => appearance),
      ({ one: appearance }) => millisecond(appearance?.timestamp ?? 0),
    );
    const middle = millisecond(timestamp);
    return [-2, -1, 0, 1, 2].flatMap((offset) => this.#byTime?.get(middle + offset) ?? []);
  }

  /** Moves the selected atoms into a new past of their own. */
  #apart({ past, atoms }: Selection): Past {
    if (atoms === 'all' || atoms.length === past.members.size) return past;

    const separatePast: Past = { ...past, members: new Set(atoms), names: new Map(past.names) };
    separatePast.appearances = atoms.filter(({ one: appearance }) => appearance).length;
    past.appearances -= separatePast.appearances;

    for (const atom of atoms) {
      past.members.delete(atom);
      atom.past = separatePast;
    }

    addTo(this.#shown, separatePast.key, separatePast);
    for (const key of separatePast.names.keys()) addTo(this.#named, key, separatePast);

    return separatePast;
  }

  /** Gives the pasts the name that the correction assigns or confirms. */
  #call(pasts: readonly Past[], correction: Said): void {
    const newName = correction.new_name ?? correction.name;
    const first = pasts.toSorted((a, b) => firstOf(a) - firstOf(b))[0];
    const previousSpelling = first?.names.get(identityOf(newName));
    const spelling =
      correction.kind === 'confirm' && previousSpelling !== undefined ? previousSpelling : newName;
    const name = this.#shownAs(newName, pasts) ?? spelling.trim();
    const key = identityOf(name);

    for (const past of pasts) {
      this.#shown.get(past.key)?.delete(past);
      Object.assign(past, { name, key, sure: correction.kind === 'confirm' });
      past.names.set(key, name);
      addTo(this.#shown, key, past);
      addTo(this.#named, key, past);
    }
  }

  /** The spelling under which any past outside `pasts` shows this name; undefined if there is none. */
  #shownAs(name: string, pasts: readonly Past[] = []): string | undefined {
    const excluded = new Set(pasts);
    let earliest: Past | undefined;
    let lowestIndex = Number.POSITIVE_INFINITY;

    for (const past of this.#shown.get(identityOf(name)) ?? []) {
      if (past.dismissed || past.appearances === 0 || excluded.has(past)) continue;
      const index = firstOf(past, ({ one: appearance }) => appearance !== null);
      if (index < lowestIndex) [earliest, lowestIndex] = [past, index];
    }

    return earliest?.name;
  }

  /**
   * Adds appearances that were taken from the texts of the results: because a person said that a text is a brand, or
   * because the library got the name later.
   */
  addFromTexts({ kind, name, new_name: newName, appearances_added: appearances = [] }: Said): void {
    const past = this.#begin(this.spelled(newName ?? name));
    Object.assign(past, { sure: kind === 'confirm', touched: true });
    for (const appearance of appearances) this.#place(appearanceFromTexts(appearance), past);
  }

  #add(correction: Said): void {
    const past = this.#begin(this.spelled(correction.name));
    Object.assign(past, { sure: true, touched: true });
    this.#place(addedAppearance(correction), past);
  }

  #place(appearance: OneAppearance, past: Past): void {
    const atom = new Atom(this.all.length, null, appearance, past);
    this.all.push(atom);
    const time = millisecond(atom.one?.timestamp ?? 0);
    if (this.#byTime) this.#byTime.set(time, [...(this.#byTime.get(time) ?? []), atom]);
  }

  #begin(name: string, isPayer = false): Past {
    const key = identityOf(name);
    const past: Past = {
      members: new Set(),
      appearances: 0,
      names: new Map([[key, name]]),
      name,
      key,
      dismissed: false,
      sure: false,
      touched: false,
      isPayer,
    };
    addTo(this.#shown, key, past);
    addTo(this.#named, key, past);

    return past;
  }
}

const millisecond = (seconds: number): number => Math.round(seconds * 1000);

function addTo(pasts: Map<string, Set<Past>>, key: string, past: Past): void {
  const existing = pasts.get(key);
  if (existing) existing.add(past);
  else pasts.set(key, new Set([past]));
}

const hasAppearance = (selections: readonly Selection[]): boolean =>
  selections.some(({ past, atoms }) => atoms !== 'all' || past.appearances > 0);

function firstOf({ members }: Past, fits: (atom: Atom) => boolean = () => true): number {
  for (const atom of members) if (fits(atom)) return atom.index;
  return Number.POSITIVE_INFINITY;
}

function isMeant(appearance: OneAppearance, meant: NonNullable<Said['appearance']>): boolean {
  const { timestamp, timestamp_start: start, source } = meant;
  const by = 'source' in appearance ? appearance.source : 'visual';
  return (
    sameTime(appearance.timestamp, timestamp) &&
    (start == null || sameTime(startOf(appearance), start)) &&
    (source == null || by === source)
  );
}

function appearanceFromTexts(appearance: StoredAppearance): OneAppearance {
  const { start, end, timestamp = start, box, source, confidence } = appearance;
  const base = { confidence, context: addedFromTexts, source };
  if (source === 'audio') return { timestamp: start, ...base };

  return {
    timestamp,
    timestamp_start: start,
    timestamp_end: end,
    visible_duration: end - start,
    ...base,
    ...(box && { bounding_box: box }),
  } as OneAppearance;
}

function addedAppearance({ appearance_added: addition, target }: Said): OneAppearance {
  if (!addition) throw new Error('a correction that adds nothing');

  const { start, end, box, source } = addition;
  const timestamp = addition.timestamp ?? start;
  const base = { confidence: 1, context: addedByPerson };
  if (source === 'audio') return { timestamp: start, ...base, source };

  return {
    timestamp,
    timestamp_start: start,
    timestamp_end: end,
    ...base,
    ...(target === 'brand' && { visible_duration: end - start, source }),
    ...(box && { bounding_box: box }),
  } as OneAppearance;
}
