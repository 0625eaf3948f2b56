/**
 * Tells how high a page in a frame of the same origin is, now and whenever that changes: as high as what it shows, at most `most`, and so high
 * while a dialog is open in it, which has no other room than the frame. Ends with what is returned.
 */
export function followHeight(page: Element, most: number, tell: (px: number) => void): () => void {
  const { body } = page.ownerDocument;
  const look = (): void => {
    const isAsking = body.querySelector('[role="dialog"]') !== null;
    tell(isAsking ? most : Math.min(most, Math.ceil(page.getBoundingClientRect().height)));
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(page);
  const dialogs = new MutationObserver(look);
  dialogs.observe(body, { childList: true });
  return () => {
    sizes.disconnect();
    dialogs.disconnect();
  };
}
