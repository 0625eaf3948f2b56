/**
 * Shows what the exchange pushes to this browser, and opens the page of a bot when it is pressed. Nothing else: it stands in a folder of
 * its own, so no page is ever under it, and it listens to no request: it can neither keep nor change a page. Where the browser ends its
 * subscription, that is noted for the next visit: nobody is asked from here, the worker knows neither who is logged in nor any secret.
 */

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const told = read(event.data);
  event.waitUntil(
    self.registration.showNotification(told.title, {
      body: told.body,
      lang: told.lang,
      // One that is sent again takes the place of the one before.
      tag: told.tag,
      timestamp: told.time,
      requireInteraction: told.stays,
      data: { path: pageOf(told) },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(caches.open('push').then((notes) => notes.put('/push/lost', new Response(''))));
});

/** What cannot be read is said as well: a browser that shows nothing takes the permission back. */
function read(data) {
  let told = {};
  try {
    told = data.json() ?? {};
  } catch {
    // Not of ours.
  }
  const text = (value) => (typeof value === 'string' ? value : '');
  return {
    // Which languages there are is the site's business.
    lang: /^[a-z]{2}$/.test(told.lang) ? told.lang : 'en',
    title: text(told.title) || 'Strategybot',
    body: text(told.body),
    tag: text(told.id),
    time: Number.isFinite(told.time) ? told.time : 0,
    stays: told.stays === true,
    code: text(told.code),
    id: Number.isSafeInteger(told.strategy_id) ? told.strategy_id : 0,
    type: text(told.strategy_type),
    product: text(told.product),
    plan: text(told.plan),
  };
}

/** The owner's page of the bot, the plan or the orders that it is about (as in the centre), of several bots or the whole account the portfolio, else where channels are set. */
function pageOf({ lang, code, id, type, product, plan }) {
  if (id > 0 && /^[a-z_-]+$/.test(type)) {
    const page = code === 'ended' ? 'historyStrategy' : 'underwayStrategy';
    return `/${lang}/strategybot/${page}?id=${id}&type=${type}`;
  }
  if (/^dual-/.test(code) && /^[a-z-]+$/.test(product)) return `/${lang}/earn/${product}`;
  if (/^plans?-failed$/.test(code)) return `/${lang}/auto-investment${/^[1-9]\d{0,15}$/.test(plan) ? `/${plan}` : ''}`;
  const isOfAccount = code === 'fills-of-several' || /^(drawdown|exposure)-/.test(code);
  return isOfAccount ? `/${lang}/strategybot/portfolio` : `/${lang}/account#notification-settings`;
}

async function open(path) {
  const url = new URL(path, self.location.origin).href;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const same = pages.find((page) => page.url === url);
  return same === undefined ? self.clients.openWindow(url) : same.focus();
}
