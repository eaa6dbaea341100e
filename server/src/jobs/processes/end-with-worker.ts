/** Ends this process and every program it started when its worker is gone, because nothing else would end them. */
export function endWithWorker(): void {
  process.on('disconnect', () => {
    try {
      // The process leads its own process group (watched-process.ts), so this ends the whole group.
      process.kill(-process.pid, 'SIGKILL');
    } catch {
      process.exit(1);
    }
  });
}
