/**
 * Ends a process of the worker when its worker is gone, with every program it started: nothing else would end those.
 */
export function endWithWorker(): void {
  process.on('disconnect', () => {
    try {
      // The process leads its own process group (watched-process.ts).
      process.kill(-process.pid, 'SIGKILL');
    } catch {
      process.exit(1);
    }
  });
}
