import { createTransport } from 'nodemailer';
import { type OutboundGuard, TIMEOUT_MS } from '../outbound/guard.ts';
import type { MailSettings } from '../outbound/ways.ts';
import type { NoticeText } from './notice-text.ts';

export interface Mail extends NoticeText {
  readonly to: string;
  /** The same at every try: a repetition is known by it. */
  readonly id: string;
}

/** Ports that mail is taken at. */
const PORTS = [465, 587, 2525];
/** How a server says for good that it does not take a message. */
const PERMANENT = 500;

/** Sends a mail; whether the server took it. Throws what the network says, or OutboundRefused. */
export function createMailer({ url, from }: MailSettings, guard: OutboundGuard) {
  const { hostname, protocol, port, username, password } = new URL(url);
  const isTls = protocol === 'smtps:';
  const at = Number(port || (isTls ? 465 : 587));
  return async ({ to, id, title, sentence }: Mail): Promise<'sent' | 'refused'> => {
    const host = await guard.address(hostname, PORTS, at);
    const transport = createTransport({
      host,
      port: at,
      secure: isTls,
      requireTLS: true,
      tls: { servername: hostname, ...(guard.ca === undefined ? {} : { ca: guard.ca }) },
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    });
    try {
      await transport.sendMail({ from, to, subject: title, text: sentence, messageId: `<${id}@strategybot>` });
      return 'sent';
    } catch (error) {
      if (isOfLetter(error) && responseCodeOf(error) >= PERMANENT) return 'refused';
      throw error;
    } finally {
      transport.close();
    }
  };
}

export type Mailer = ReturnType<typeof createMailer>;

/** Whether the server said it of this message or whom it is to: what it says of our login or greeting is the operator's matter, and passes. */
function isOfLetter(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LETTER.has(String(error.code));
}

/** nodemailer's words for it. */
const LETTER: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);

function responseCodeOf(error: unknown): number {
  return error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
}
