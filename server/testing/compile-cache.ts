/**
 * Environment for processes that a test starts, with which they reuse the code that earlier processes of this run
 * compiled.
 */
const folder = process.env.NODE_COMPILE_CACHE;

export const compileCache: Readonly<Record<string, string>> = folder
  ? { NODE_COMPILE_CACHE: folder }
  : {};
