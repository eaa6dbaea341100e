/** Of the environment of a process that a test starts: code that an earlier one compiled, where this run keeps it. */
const folder = process.env.NODE_COMPILE_CACHE;

export const compileCache: Readonly<Record<string, string>> = folder
  ? { NODE_COMPILE_CACHE: folder }
  : {};
