import nodemailer from 'nodemailer';
import { transportOf } from './smtpUrl.ts';

/** A mail to one person, as text and as HTML. */
export type Mail = { to: string; subject: string; text: string; html: string };

/** A mail as it is sent. One with an id that is sent a second time carries the same Message-ID, so it can be told as such. */
type OutgoingMail = Mail & { id?: string };

/** Sends mails. */
export type Mailer = {
  /** @throws Error when the mail server does not take it. */
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
};

/** How long one mail may take, the wait for a connection included, in milliseconds. */
const longest = 20_000;

/** Sends by SMTP. `url` is `smtp://` or `smtps://`, with user and password where the server wants them. */
export function smtpMailer(url: string, from: { name: string; address: string }): Mailer {
  const transport = nodemailer.createTransport({
    ...transportOf(url),
    pool: true,
    maxConnections: 10,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: longest,
  });
  return {
    send: async ({ id, ...mail }) => {
      const messageId = id ? { messageId: `<${id}@${from.address.split('@')[1] ?? 'localhost'}>` } : {};
      await transport.sendMail({
        from,
        ...mail,
        ...messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(longest),
      });
    },
    close: () => transport.close(),
  };
}
