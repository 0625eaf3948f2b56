/** A text as it stands, for a regular expression: words on screen have brackets. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
