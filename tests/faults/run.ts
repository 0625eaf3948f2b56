import { plantAll } from './plant-all.ts';

/** `npm run test:faults [-- from [to]]`: ends with 1 when fewer than 95 of a hundred planted faults are caught. */
const { failed } = await plantAll(...process.argv.slice(2).map(Number));
process.exitCode = failed === 0 ? 0 : 1;
