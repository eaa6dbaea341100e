/** The calls that the pages make to the brand library. */
import type { BrandEntry, LibraryBrand } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { workspaceCall } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { messageOf } from '../../ui/plain-message.ts';
import { matchedEntries } from './brand-file.ts';

export function useLibrary(workspace: string) {
  return useQuery({
    queryKey: keys.brands(workspace),
    queryFn: ({ signal }) => workspaceCall(workspace, 'listBrands', { signal }),
  });
}

function useRefresh(workspace: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.brands(workspace) });
}

/** Replaces the entry with this id, or creates a new one if the id is null. */
const save = (workspace: string, id: string | null, body: BrandEntry): Promise<LibraryBrand> =>
  id === null
    ? workspaceCall(workspace, 'createBrand', { body })
    : workspaceCall(workspace, 'changeBrand', { params: { id }, body });

export function useSaveBrand(workspace: string, id: string | null) {
  return useMutation({
    mutationFn: (entry: BrandEntry) => save(workspace, id, entry),
    onSuccess: useRefresh(workspace),
  });
}

export function useDeleteBrand(workspace: string, id: string) {
  return useMutation({
    mutationFn: () => workspaceCall(workspace, 'deleteBrand', { params: { id } }),
    onSuccess: useRefresh(workspace),
  });
}

/** Resolves with the names of pictures that are stored but not used for comparison. */
async function sendLogos(
  workspace: string,
  id: string,
  files: readonly File[],
): Promise<readonly string[]> {
  const plainNames: string[] = [];

  for (const file of files) {
    try {
      const call = { params: { id }, body: file };
      const { plain } = await workspaceCall(workspace, 'uploadBrandLogo', call);
      if (plain) plainNames.push(file.name);
    } catch (error) {
      throw new Error(`${file.name}: ${messageOf(error as Error)}`, { cause: error });
    }
  }

  return plainNames;
}

export function useAddLogos(workspace: string) {
  return useMutation({
    mutationFn: ({ id, files }: { readonly id: string; readonly files: readonly File[] }) =>
      sendLogos(workspace, id, files),
    onSettled: useRefresh(workspace),
  });
}

export function useDeleteLogo(workspace: string, id: string) {
  return useMutation({
    mutationFn: (logo: string) =>
      workspaceCall(workspace, 'deleteBrandLogo', { params: { id, logo } }),
    onSuccess: useRefresh(workspace),
  });
}

export interface ImportOutcome {
  readonly added: number;
  readonly replaced: number;
  readonly refused: readonly { readonly name: string; readonly message: string }[];
}

export function useImport(workspace: string, library: readonly LibraryBrand[]) {
  return useMutation({
    async mutationFn(entries: readonly BrandEntry[]): Promise<ImportOutcome> {
      const counts = { added: 0, replaced: 0 };
      const refused: { name: string; message: string }[] = [];

      for (const { entry, replaces } of matchedEntries(entries, library)) {
        try {
          await save(workspace, replaces, entry);
          counts[replaces ? 'replaced' : 'added'] += 1;
        } catch (error) {
          refused.push({ name: entry.name, message: messageOf(error as Error) });
        }
      }

      return { ...counts, refused };
    },
    onSettled: useRefresh(workspace),
  });
}
