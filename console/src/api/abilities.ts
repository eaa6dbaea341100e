/** What the installed engines can and can't do, and what of the given names they can't see. */
import { useQuery } from '@tanstack/react-query';
import { consoleCall } from './console-call.ts';
import { usePlace } from './session.ts';

export function useAbilities(objects: readonly string[] = [], brands: readonly string[] = []) {
  const { workspace_id: workspace } = usePlace().workspace;
  const { data } = useQuery({
    queryKey: ['abilities', workspace, objects, brands],
    queryFn: ({ signal }) =>
      consoleCall('getAbilities', {
        params: { workspace },
        query: { objects: objects.join(','), brands: brands.join(',') },
        signal,
      }),
    placeholderData: (previous) => previous,
    retry: false,
  });
  return data;
}
