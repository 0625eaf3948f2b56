import { NOTIFICATION_WATCH } from './condition-watch.ts';
import { NOTIFICATION_HEADS, NOTIFICATIONS } from './notification-book.ts';
import { NOTIFICATION_OUTBOX } from './outbox.ts';
import { NOTIFICATION_SETTINGS } from './settings-book.ts';

/** Store collections of this folder. */
export const NOTIFICATION_COLLECTIONS = [
  NOTIFICATION_HEADS,
  NOTIFICATIONS,
  NOTIFICATION_SETTINGS,
  NOTIFICATION_OUTBOX,
  NOTIFICATION_WATCH,
] as const;
