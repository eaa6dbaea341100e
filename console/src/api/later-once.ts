/** Debounces: calls close together run once, a while after the first. */
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
