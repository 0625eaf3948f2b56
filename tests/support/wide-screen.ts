/** A screen of one width, which never changes. */
export function screenOf(isPhone: boolean): typeof window.matchMedia {
  return (media) =>
    ({ matches: isPhone, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
}

// jsdom has none: components' tests see a desktop's, unless they say otherwise.
if (typeof window !== 'undefined' && window.matchMedia === undefined) window.matchMedia = screenOf(false);
