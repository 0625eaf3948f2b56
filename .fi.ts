import { FAULTS } from './tests/faults/faults.ts';

console.log(
  FAULTS.findIndex(({ file }) => file.endsWith('mailboxes.ts')),
  FAULTS.length,
);
