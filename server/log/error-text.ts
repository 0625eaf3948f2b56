/**
 * What an error says, in one line. One that stands for several says nothing itself: so do those of a host with more than one address, of
 * which none answers.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(errorText).join(', ');
  return error.name;
}
