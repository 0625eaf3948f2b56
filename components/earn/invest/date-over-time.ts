/** The time of a moment as every language writes it here (lib/i18n/date-text.ts); most say it last, some first. */
const TIME = /\d{2}:\d{2}/;

/** E-032: the date on one line, the time on the next, whichever the language says first; what has no time ("--") stays as it is. */
export function dateOverTime(moment: string): string {
  const time = TIME.exec(moment)?.[0];
  if (time === undefined) return moment;
  const date = moment.replace(time, '').trim().replace(/[,،]$/, '');
  return `${date}\n${time}`;
}
