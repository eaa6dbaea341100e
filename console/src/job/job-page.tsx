export function JobPage() {
  return null;
}
