/**
 * On to another page: what is awaited with it goes on until this page is gone, so that nothing is sent twice meanwhile. It is over where the
 * browser has kept this page and shows it again.
 */
export function leaveFor(path: string): Promise<void> {
  window.location.assign(path);
  return new Promise((resolve) => {
    window.addEventListener('pageshow', function shown({ persisted }) {
      if (!persisted) return;
      window.removeEventListener('pageshow', shown);
      resolve();
    });
  });
}
