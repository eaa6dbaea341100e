/** Proof frames as files: the names of the files, and a table of what each shows. */
import type { Results } from '@reelsight/contract';
import { type CsvCell, csvMark, csvText } from '@reelsight/contract/csv';
import { identityOf } from '../analysis/name-key.ts';
import { fileIdentity, fileStem } from './file-name.ts';

export interface ProofFile {
  /** Name of the stored picture. */
  readonly frame: string;
  /** Unique name of the file, such as `Nike-0012.3s.jpg`. */
  readonly file: string;
  readonly cells: readonly CsvCell[];
}

const head = [
  ...['file', 'kind', 'name', 'timestamp', 'start', 'end', 'confidence'],
  ...['x', 'y', 'width', 'height', 'context'],
];
/** Matches the last part of `/v1/frames/job_…/proof-1.jpg`. */
const frameName = /\/([a-z0-9][a-z0-9-]{0,80}\.jpg)$/;
export const frameFileOf = (url = ''): string | undefined => frameName.exec(url)?.[1];

type Found = Pick<Results, 'brands' | 'objects'>;

/**
 * The proof frames of the brands and objects, in the order of the results. If `names` is given, only things of these
 * names, in any spelling, are included.
 */
export function proofFilesOf(
  { brands = [], objects = [] }: Found,
  names: readonly string[] | null,
): ProofFile[] {
  const identities = names && new Set(names.map(identityOf));
  const things = [
    ...brands.map((brand) => ({ kind: 'brand', ...brand })),
    ...objects.map((object) => ({ kind: 'object', ...object })),
  ].filter(({ name }) => !identities || identities.has(identityOf(name)));
  const files: ProofFile[] = [];
  const usedNames = new Set<string>();

  for (const { kind, name, appearances } of things) {
    for (const appearance of appearances) {
      const frame = frameFileOf(appearance.frame_url);
      if (frame === undefined) continue;

      const file = freeName(fileStem(name, kind), appearance.timestamp, usedNames);
      const { x, y, width, height } = appearance.bounding_box ?? {};
      const times = [appearance.timestamp, appearance.timestamp_start, appearance.timestamp_end];
      const cells = [
        file,
        kind,
        name,
        ...times,
        appearance.confidence,
        x,
        y,
        width,
        height,
        appearance.context,
      ];
      files.push({ frame, file, cells });
    }
  }

  return files;
}

/** The table of the files, for spreadsheets. A row whose picture no longer exists has no file name. */
export const proofTable = (
  files: readonly ProofFile[],
  missingFiles: ReadonlySet<ProofFile>,
): string =>
  csvMark +
  csvText([
    head,
    ...files.map((file) => (missingFiles.has(file) ? [null, ...file.cells.slice(1)] : file.cells)),
  ]);

/** A file name that is not in use yet. Times have leading zeros, so that names sort in the order of time. */
function freeName(stem: string, seconds: number, usedNames: Set<string>): string {
  const first = `${stem}-${seconds.toFixed(1).padStart(6, '0')}s`;
  let name = first;
  for (let suffix = 2; usedNames.has(fileIdentity(name)); suffix += 1) name = `${first}-${suffix}`;
  usedNames.add(fileIdentity(name));
  return `${name}.jpg`;
}
