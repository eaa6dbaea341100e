/** A process of the worker ends when its worker is gone, with every program it started: nobody else would end those. */
export function endWithWorker(): void {
  process.on('disconnect', () => {
    try {
      // It leads a process group of its own (watched-process.ts).
      process.kill(-process.pid, 'SIGKILL');
    } catch {
      process.exit(1);
    }
  });
}
