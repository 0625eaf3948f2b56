/** Whether who sends this Accept-Encoding takes what is packed: he names gzip, and not to refuse it (`gzip;q=0`). */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  const named = /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]*)\s*)?(?=,|$)/i.exec(acceptEncoding ?? '');
  return named !== null && Number(named[1] ?? 1) > 0;
}
