/** Combines calls that are close together into one run, `waitMs` after the first. */
export function laterOnce(waitMs: number, run: () => void): { soon(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, waitMs);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
