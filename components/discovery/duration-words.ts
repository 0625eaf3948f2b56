/** A run time in its two largest units, as a message of common.duration and its values. */
export type DurationWords =
  | { readonly key: 'days'; readonly values: { readonly days: number; readonly hours: number } }
  | { readonly key: 'hours'; readonly values: { readonly hours: number; readonly minutes: number } }
  | { readonly key: 'minutes'; readonly values: { readonly minutes: number } };

/** 34d 5h, 5h 12m or 12m; what is left over is cut. */
export function durationWords(seconds: number): DurationWords {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return { key: 'days', values: { days, hours: hours % 24 } };
  if (hours > 0) return { key: 'hours', values: { hours, minutes: minutes % 60 } };
  return { key: 'minutes', values: { minutes } };
}
