/** Closes resources that several suites in one process share, when the last suite has ended. */

const closers: (() => Promise<void>)[] = [];
let runsSeveral = false;

/** Declares that this process runs several suites and will call `closeAll` at its end to close what they share. */
export function closesAtEnd(): { closeAll(): Promise<void> } {
  runsSeveral = true;
  return {
    async closeAll() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

/**
 * Registers `close` to be called at the end of the process and returns true. Returns false if the suite runs alone;
 * then the suite itself has to close the resource.
 */
export function closeAtEnd(close: () => Promise<void>): boolean {
  if (runsSeveral) closers.push(close);
  return runsSeveral;
}
