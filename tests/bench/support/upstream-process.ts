import { startIndependentUpstream } from '#tests/support/independent-upstream.ts';

/** The independent upstream as a process of its own: tells its address over the channel and ends with its parent. */
process.on('disconnect', () => process.exit(0));
const { url } = await startIndependentUpstream();
process.send?.(url);
