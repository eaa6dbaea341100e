/** Exports the brand library to a file, and imports it from a file. */
import type { LibraryBrand } from '@reelsight/contract';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../format/csv.ts';
import { counted } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Failure, Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { type ImportOutcome, useImport } from './brand-calls.ts';
import { brandFile, readBrandFile } from './brand-file.ts';

interface BrandTransferProps {
  readonly workspace: string;
  readonly library: readonly LibraryBrand[];
}

export function BrandTransfer({ workspace, library }: BrandTransferProps) {
  const take = useImport(workspace, library);
  const importFile = useMutation({
    mutationFn: async (file: File) => take.mutateAsync(readBrandFile(await file.text())),
  });
  return (
    <Disclosure summary="Import and export">
      <Stack>
        <p>
          The same JSON that an operator keeps for a whole service: <code>brands</code> with name,
          aliases, support and unless, and <code>exclude</code> with names to leave out. Pictures
          are not part of it. A name that the library has is replaced; nothing is removed.
        </p>
        <FileDrop
          label="Import a file"
          accept="application/json,.json"
          busy={importFile.isPending && 'Importing …'}
          onFiles={([file]) => file && importFile.mutate(file)}
        >
          Drop a JSON file here.
        </FileDrop>
        {importFile.error && <Failure error={importFile.error} what="The file was not imported." />}
        {importFile.data && <Outcome outcome={importFile.data} />}
        {library.length > 0 && (
          <div>
            <Button onClick={() => saveFile('brands.json', brandFile(library), 'application/json')}>
              Export {counted(library.length, 'brand')}
            </Button>
          </div>
        )}
      </Stack>
    </Disclosure>
  );
}

function Outcome({
  outcome: { added: addedCount, replaced, refused },
}: {
  readonly outcome: ImportOutcome;
}) {
  return (
    <Notice
      kind={refused.length > 0 ? 'warning' : 'info'}
      title={`${addedCount} added, ${replaced} replaced, ${refused.length} refused.`}
    >
      {refused.length > 0 && (
        <ul>
          {refused.map(({ name, message }) => (
            <li key={name}>
              {name}: {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
