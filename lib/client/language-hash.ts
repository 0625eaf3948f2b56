'use client';

/**
 * The part of the page where one stands (`#…`) goes along to the page in another language. Links to it – in the header's menu and at the foot –
 * are the same HTML for everybody, and where one stands is known to the browser alone.
 */
if (typeof document !== 'undefined')
  // Caught on its way down: menus keep clicks for themselves. Only links to the page in another language say a language.
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null;
      if (link !== null) link.hash = window.location.hash;
    },
    { capture: true },
  );
