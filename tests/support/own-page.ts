let pages = 0;

/** Puts a test on a page of its own: what another one has typed is kept for the address that it was typed at. */
export function onOwnPage(): void {
  pages += 1;
  window.history.replaceState(null, '', `/en/page-${pages}`);
}
