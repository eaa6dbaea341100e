/** What the signed-in person may do in the workspace. */
import { usePlace } from '../../api/session.ts';

export const useIsOwner = (): boolean => usePlace().workspace.role === 'owner';
