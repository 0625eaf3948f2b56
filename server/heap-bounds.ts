/**
 * What the web server keeps fits well in; without bounds V8 lets old garbage grow to gigabytes, and young garbage to
 * 120 MB (F6). MB.
 */
export const WEB_HEAP_BOUNDS = ['--max-old-space-size=256', '--max-semi-space-size=8'] as const;

/**
 * The exchange keeps as much as it has bots, but young garbage in each of its threads needs no more room than this: without a bound a
 * start with many touches 130 MB, and keeps them.
 */
export const EXCHANGE_HEAP_BOUNDS = ['--max-semi-space-size=8'] as const;
