/** Rules about the text of sources that no import graph shows. Each names its remedy. */
export interface SourceRule {
  readonly name: string;
  readonly remedy: string;
  appliesTo(path: string): boolean;
  /** 1-based lines that break the rule. */
  offends(path: string, text: string): readonly number[];
}

/** 1-based lines of code, not of comments, that a pattern is in. */
export function linesMatching(text: string, pattern: RegExp): number[] {
  return text
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line) ? [index + 1] : []));
}
