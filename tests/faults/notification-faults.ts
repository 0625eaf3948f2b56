import { type Fault, of } from './fault.ts';

const CHANNELS = ['tests/unit/notifications-channels.test.ts'];
const PUSHED = ['tests/unit/notifications-push.test.ts'];
const GUARDED = ['tests/unit/outbound-guard.test.ts'];
const NAMED = [...CHANNELS, ...GUARDED, ...PUSHED];
const LINED = ['tests/unit/exchange-proof-line.test.ts'];

const rounds = of('server/exchange/notifications/delivery.ts', [
  ...CHANNELS,
  ...PUSHED,
  'tests/unit/notifications-delivery-line.test.ts',
]);
const leaving = of('server/exchange/notifications/delivery-line.ts', [
  ...CHANNELS,
  'tests/unit/notifications-delivery-line.test.ts',
]);
const outbox = of('server/exchange/notifications/outbox.ts', CHANNELS);
const senders = of('server/exchange/notifications/senders.ts', [...CHANNELS, ...PUSHED]);
const pushes = of('server/exchange/notifications/push-sender.ts', PUSHED);
const adding = of('server/exchange/notifications/channel-adding.ts', PUSHED);
const settings = of('server/exchange/notifications/settings-book.ts', PUSHED);
const labels = of('server/exchange/notifications/channel-secrets.ts', CHANNELS);
const guard = of('server/exchange/outbound/guard.ts', NAMED);
const addresses = of('server/exchange/outbound/address-rules.ts', GUARDED);
const words = of('lib/contract/notification-text.ts', ['tests/unit/notifications-words.test.tsx']);
const line = of('server/exchange/surroundings/fair-line.ts', [...LINED, 'tests/unit/exchange-backtests.test.ts']);
const proofs = of('server/exchange/proofs/proof-jobs.ts', LINED);
const moves = of('server/exchange/portfolio/portfolio-handlers.ts', ['tests/unit/exchange-portfolio-moves.test.ts']);

/** What traders are told, how it leaves the exchange, and who waits for whom. */
export const NOTIFICATION_FAULTS: readonly Fault[] = [
  rounds('    await sequencer.onDisk();\n', ''),
  rounds('createMs.toString(36)', 'createMs.toString(36 - delivery.tries)'),
  rounds('Math.max(FIRST_WAIT_MS * 2 ** (tries - 1), outcome.waitMs ?? 0)', 'FIRST_WAIT_MS * 2 ** (tries - 1)'),
  leaving('own >= AT_ONCE_OF_ONE || ', ''),
  leaving('underWay.size - inTurn >= AT_ONCE - IN_TURN', 'false'),
  leaving('underWay.size - inTurn >= AT_ONCE - IN_TURN', 'true'),
  leaving('fairLine<Delivery>(({ userId }) => userId)', 'fairLine<Delivery>(() => 0)'),
  rounds('now.sealed !== sealed', 'false'),
  rounds('this.#restUntilMs.set(id, this.#parts.clock.nowMs() + FIRST_WAIT_MS);', ''),
  guard('(reserve.isWarning ? warnings : urgent)', 'urgent'),
  outbox('.sort((a, b) => a.id - b.id)', ''),
  outbox('|| rankOf(least) === rankOf(fresh)', ''),
  outbox('rankOf(delivery) >= rankOf(least ?? fresh)', 'rankOf(delivery) > rankOf(least ?? fresh)'),
  outbox('    this.#byRank[rankOf(delivery)]?.delete(id);\n', ''),
  senders('new Set([404, 410])', 'new Set([404])'),
  senders('isFinal: FINAL_STATUSES.has(status)', 'isFinal: true'),
  senders("createHmac('sha256', secret)", "createHmac('sha256', '')"),
  pushes('topic: id', "topic: 'told'"),
  pushes(" || Buffer.from(auth, 'base64url').length !== AUTH_BYTES", ''),
  adding('    settings.removeChannel(tx, before.userId, before.channel.id);\n', ''),
  settings('    for (const [userId, settings] of byUser) this.#note(userId, settings);\n', ''),
  guard('Math.min(LONGEST_WAIT_MS,', 'Math.max(0,'),
  settings('channels: rule.channels.filter((one) => one !== id)', 'channels: rule.channels'),
  labels('return seal.close(label, noticePlace(userId));', 'return label;'),
  guard(
    "this.reason === 'outbound-address' || this.reason === 'outbound-port'",
    "this.reason !== 'outbound-unknown-host'",
  ),
  guard(
    'if (!hasAll((one) => isPublic(one) || isAllowed(allowed, one)))',
    'if (!isPublic(first) && !isAllowed(allowed, first))',
  ),
  guard('lookup: pinned(chosen), ', ''),
  guard("if (!ports.includes(port)) throw new OutboundRefused('outbound-port');", ''),
  addresses("address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)", 'true'),
  words('isSigned: true', 'isSigned: false'),
  line('    servedAt.set(whose(next), served);\n', ''),
  proofs(' || ofAsker >= MOST_OF_ASKER', ''),
  moves(' || underWay.filter((one) => one === asker).length >= MOST_OF_ASKER', ''),
];
