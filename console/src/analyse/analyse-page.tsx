export function AnalysePage() {
  return null;
}
