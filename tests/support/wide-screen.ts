/** A screen of one width, which never changes. */
export function screenOf(isPhone: boolean): typeof window.matchMedia {
  return (media) =>
    ({ matches: isPhone, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
}

// jsdom has none: components' tests see a desktop's, unless they say otherwise.
if (typeof window !== 'undefined' && window.matchMedia === undefined) window.matchMedia = screenOf(false);

/** jsdom lays nothing out: what is watched is in sight. */
class InSight implements Pick<IntersectionObserver, 'observe' | 'disconnect'> {
  readonly #told: IntersectionObserverCallback;
  constructor(told: IntersectionObserverCallback) {
    this.#told = told;
  }
  observe(target: Element): void {
    this.#told(
      [{ isIntersecting: true, target } as IntersectionObserverEntry],
      this as unknown as IntersectionObserver,
    );
  }
  disconnect(): void {}
}

if (typeof window !== 'undefined' && window.IntersectionObserver === undefined)
  window.IntersectionObserver = InSight as unknown as typeof IntersectionObserver;
