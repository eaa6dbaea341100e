/** Finds what people mean by an id or a name. */

interface Named {
  readonly name: string;
}

/** The service compares names in the same way. */
const plain = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

/** The entry that has this id; if none has, the entry of this name. */
export function findNamed<Entry extends Named>(
  entries: readonly Entry[],
  idOf: (entry: Entry) => string,
  reference: string,
): Entry | undefined {
  return entries.find((entry) => idOf(entry) === reference) ?? findByName(entries, reference);
}

export const findByName = <Entry extends Named>(
  entries: readonly Entry[],
  name: string,
): Entry | undefined => entries.find((entry) => plain(entry.name) === plain(name));
