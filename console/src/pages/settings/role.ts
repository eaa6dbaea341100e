/** Whether the signed-in user owns the workspace. */
import { usePlace } from '../../api/session.ts';

export const useIsOwner = (): boolean => usePlace().workspace.role === 'owner';
