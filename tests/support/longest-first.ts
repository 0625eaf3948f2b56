import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** What opens an exchange or starts processes: short to read, long to run. */
const LONG = /\/tests\/(?:contract\/|property\/(?:crash|exchange|ledger|body)-|unit\/(?:exchange|ai)-)/;

/**
 * A fresh clone knows no durations: Vitest would begin with the largest files, and the longest ones, which are small, would end a run
 * with one core waiting. Where they are known they decide within both parts.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = (file: TestSpecification): boolean => LONG.test(file.moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
