/** The table of calls, the rules for who may make them, and their types. */
export { type Access, accessesOf } from './access.ts';
export type { Answer, CallRow, Param, SessionRole } from './row.ts';
export { commonErrors, operatorBase, workspaceBase } from './row.ts';
export { signInBase } from './sign-in.ts';
export { type CallId, type Calls, callRows, calls, type SignInCallId } from './table.ts';
export type * from './types.ts';
