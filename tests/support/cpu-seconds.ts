import { readFileSync } from 'node:fs';

/** Of /proc/<pid>/stat. */
const TICKS_A_SECOND = 100;

/** Seconds of a core that a process has used, all its threads. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
