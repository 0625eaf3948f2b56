import { namedWords } from './layout.ts';

/** A Total (exact.ts) in a bot's memory. */
export class TotalWords extends namedWords('high', 'low', 'parts') {}
