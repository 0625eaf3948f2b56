/** Seconds as HH:MM:SS; never below zero. */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(left / 3600), Math.floor((left % 3600) / 60), left % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
