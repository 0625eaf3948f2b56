import { type Handlers, signedIn } from '../http/handler.ts';
import { ok } from '../replies/reply.ts';
import { shownValues } from './channel-secrets.ts';
import type { NumberedNotice } from './notification-book.ts';
import type { Notifications } from './notifications.ts';
import { settingsHandlers } from './settings-handlers.ts';

const PAGE_SIZE = 20;

type ListCall = 'notifications' | 'notificationCount' | 'readNotifications';

export interface NotificationHandlerParts {
  readonly notifications: Notifications;
}

/** What a trader is told: his own alone. */
export function notificationHandlers({
  notifications,
}: NotificationHandlerParts): Pick<Handlers, ListCall> & ReturnType<typeof settingsHandlers> {
  const { notices, ways } = notifications.parts;
  return {
    ...settingsHandlers(notifications.parts),
    async notifications(request) {
      const { id: userId } = signedIn(request);
      const { before = Number.MAX_SAFE_INTEGER, page_size: size = PAGE_SIZE } = request.query;
      const { rows, hasMore } = await notices.page(userId, before, size);
      const row = (notice: NumberedNotice) => ({
        ...rowOf(notice, notices.isRead(userId, notice.id)),
        values: shownValues(ways.seal, userId, notice.values),
      });
      return ok({ ...notices.count(userId), rows: rows.map(row), has_more: hasMore });
    },
    notificationCount: (request) => ok(notices.count(signedIn(request).id)),
    readNotifications: (request) =>
      request.transact((tx) => {
        const { id: userId } = signedIn(request);
        notices.read(tx, userId, request.body.to);
        return ok(notices.count(userId));
      }),
  };
}

function rowOf({ id, kind, code, timeMs, botId, botKind, name, market }: NumberedNotice, isRead: boolean) {
  const time = Math.floor(timeMs / 1_000);
  const bot = { strategy_id: botId, strategy_type: botKind, name, market };
  return { id, kind, code, time, is_read: isRead, ...bot };
}
