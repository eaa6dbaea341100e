/** What a process of several suites shares, and closes when the last of them has ended. */

const closers: (() => Promise<void>)[] = [];
let runsSeveral = false;

/** The process says that it runs several suites and closes at its end what they share. */
export function closesAtEnd(): { closeAll(): Promise<void> } {
  runsSeveral = true;
  return {
    async closeAll() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

/** True where somebody will close it at the end; false where a suite runs by itself and has to close it. */
export function closeAtEnd(close: () => Promise<void>): boolean {
  if (runsSeveral) closers.push(close);
  return runsSeveral;
}
