import type { MouseEvent } from 'react';

/** Takes the address' hash along when a link is followed (C-025, X38): the link itself is the same HTML for everybody. */
export function keepHash(event: MouseEvent<HTMLAnchorElement>): void {
  event.currentTarget.hash = window.location.hash;
}
