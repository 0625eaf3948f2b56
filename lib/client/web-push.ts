'use client';

/**
 * This browser as a receiver of pushes. Browsers have it over https (and on localhost) alone; whoever asks is told so. The worker stands
 * in a folder of its own (public/push): it has no page under it.
 */
const WORKER = '/push/worker.js';
const SCOPE = '/push/';
/** Where the worker notes what a page has to tell (public/push/worker.js). */
const NOTES = 'push';
const LOST = '/push/lost';
const ACTIVE_WITHIN_MS = 10_000;
const DEVICE_DIGITS = 32;

export type PushStanding =
  | { readonly is: 'insecure' | 'unsupported' | 'denied' }
  /** `device`: which subscription it has, as the exchange names it; '' = none. `isLost`: it had one that the browser has ended by itself. */
  | { readonly is: 'able'; readonly device: string; readonly isLost: boolean };

/** Why it was not subscribed: its trader said no, did not answer, or the browser could not. */
export class PushRefused extends Error {
  override name = 'PushRefused';
  readonly reason: 'denied' | 'dismissed' | 'failed';
  constructor(reason: PushRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** How this browser stands. Asks its trader nothing. */
export async function pushStanding(): Promise<PushStanding> {
  if (!window.isSecureContext) return { is: 'insecure' };
  if (!isSupported()) return { is: 'unsupported' };
  if ((await permission())?.state === 'denied') return { is: 'denied' };
  const subscription = await subscriptionHere();
  const device = subscription === null ? '' : await deviceOf(subscription.endpoint);
  return { is: 'able', device, isLost: (await (await notesHere())?.match(LOST)) !== undefined };
}

/** Calls whenever the trader changes what this site may do; gives back how to end that. */
export function onPermission(changed: () => void): () => void {
  let isGone = false;
  let status: PermissionStatus | null = null;
  void permission().then((now) => {
    if (isGone || !(now instanceof EventTarget)) return;
    status = now;
    status.addEventListener('change', changed);
  });
  return () => {
    isGone = true;
    status?.removeEventListener('change', changed);
  };
}

export interface Subscribed {
  readonly target: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Asks for leave – only ever upon a press – and subscribes to what is sent with the exchange's key. Throws PushRefused. */
export async function subscribeHere(exchangeKey: string): Promise<Subscribed> {
  // Before anything is waited for: browsers ask upon a press alone.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new PushRefused(permission === 'denied' ? 'denied' : 'dismissed');
  try {
    const { pushManager } = await activeWorker();
    const known = await pushManager.getSubscription();
    // One that was made for another key (of another exchange, or before a new key) is told nothing any more.
    if (known !== null && !isFor(known, exchangeKey)) await known.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: bytesOf(exchangeKey) };
    const subscription = await pushManager.subscribe(options);
    await (await notesHere())?.delete(LOST);
    return subscribedOf(subscription);
  } catch (error) {
    throw error instanceof PushRefused ? error : new PushRefused('failed');
  }
}

/** What this browser is subscribed with; null = it is not. Asks its trader nothing. */
export async function subscribedHere(): Promise<(Subscribed & { readonly device: string }) | null> {
  if (!window.isSecureContext) return null;
  const subscription = await subscriptionHere();
  if (subscription === null) return null;
  return { ...subscribedOf(subscription), device: await deviceOf(subscription.endpoint) };
}

/** The browser's service forgets it; the exchange would learn that with its next message. */
export async function unsubscribeHere(): Promise<void> {
  await (await subscriptionHere())?.unsubscribe();
  await (await notesHere())?.delete(LOST);
}

/** Whether the browser has ended its subscription since it was asked last; true once. */
export async function isLossNews(): Promise<boolean> {
  if (!isSupported()) return false;
  const notes = await notesHere();
  if ((await (await notes?.match(LOST))?.text()) !== '') return false;
  await notes?.put(LOST, new Response('told'));
  return true;
}

/** What the worker has noted: an entry that the browser has ended the subscription, its text whether that was told. Null where a browser keeps none: some do not in private windows. */
async function notesHere(): Promise<Cache | null> {
  try {
    return await caches.open(NOTES);
  } catch {
    return null;
  }
}

/** What this site may do; null where the browser has nothing of it. */
async function permission(): Promise<PermissionStatus | { readonly state: string } | null> {
  if (!isSupported()) return null;
  try {
    return await navigator.permissions.query({ name: 'notifications' });
  } catch {
    // A browser that is not asked so says it here.
    return { state: Notification.permission };
  }
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  if (!isSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return registration === undefined ? null : registration.pushManager.getSubscription();
}

/** Only an active worker can be subscribed for; `serviceWorker.ready` waits for one that has this page under it, which none ever has. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const worker = registration.installing ?? registration.waiting;
  if (registration.active !== null || worker === null) return registration;
  const isActive = Promise.withResolvers<void>();
  const look = (): void => {
    if (worker.state === 'activated') isActive.resolve();
    if (worker.state === 'redundant') isActive.reject(new PushRefused('failed'));
  };
  worker.addEventListener('statechange', look);
  const timer = setTimeout(() => isActive.reject(new PushRefused('failed')), ACTIVE_WITHIN_MS);
  look();
  try {
    await isActive.promise;
  } finally {
    clearTimeout(timer);
  }
  return registration;
}

function subscribedOf(subscription: PushSubscription): Subscribed {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { target: subscription.endpoint, keys: { p256dh, auth } };
}

function isFor({ options }: PushSubscription, exchangeKey: string): boolean {
  const key = options.applicationServerKey;
  if (key === null) return false;
  const [own, wanted] = [new Uint8Array(key), bytesOf(exchangeKey)];
  return own.length === wanted.length && own.every((byte, index) => byte === wanted[index]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

/** As the exchange names it (deviceOf in server/exchange/notifications/push-sender.ts). */
async function deviceOf(endpoint: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, DEVICE_DIGITS);
}
