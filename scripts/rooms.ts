/** Reads the list of rooms, the parts into which the code is divided, from ARCHITECTURE.md. */
import { readFileSync } from 'node:fs';

export interface Room {
  /** Rooms that this room imports at run time. */
  readonly imports: readonly string[];
  /** Rooms from which this room imports only types. */
  readonly types: readonly string[];
}

/** Reads the table below the heading "Rooms", with the columns: room, what it does, imports, only types of. */
export function readRooms(): ReadonlyMap<string, Room> {
  const page = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
  const section = /^## Rooms$([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const names = (cell = '') => cell.split(', ').filter((name) => name !== '–');

  return new Map(
    rows.map(([, room = '', , imports, types]) => [
      room,
      { imports: names(imports), types: names(types) },
    ]),
  );
}

/** The room of a source file, from its path relative to the root with forward slashes; undefined outside all rooms. */
export function roomOf(file: string): string | undefined {
  const [top, src, third, fourth] = file.split('/');
  if (src !== 'src' || third === undefined) return undefined;
  if (top !== 'server') return top;
  return fourth === undefined ? 'main' : third;
}
