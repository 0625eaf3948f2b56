/** On to another page: what is awaited with it goes on until this page is gone, so that nothing is sent twice meanwhile. */
export function leaveFor(path: string): Promise<never> {
  window.location.assign(path);
  return new Promise(() => {});
}
