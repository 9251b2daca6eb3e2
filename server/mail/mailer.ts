import nodemailer, { type SendMailOptions } from 'nodemailer';
import { transportOf } from './smtpUrl.ts';

/** An iCalendar file (RFC 5545) of a mail; `method` is the one that its content names (RFC 5546). */
export type CalendarFile = { filename: string; method: 'REQUEST' | 'CANCEL'; content: string };

/** A mail to one person, as text and as HTML, with the calendar files that belong to it. */
export type Mail = { to: string; subject: string; text: string; html: string; calendars?: readonly CalendarFile[] };

/** A mail as it is sent. One with an id that is sent a second time carries the same Message-ID, so it can be told as such. */
type OutgoingMail = Mail & { id?: string };

/** Sends mails. */
export type Mailer = {
  /** @throws Error when the mail server does not take it. */
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
};

/**
 * The calendar files of a mail as mail programs take them up. One is an alternative of the text, so that Outlook and Gmail show
 * it as an invitation; of several they would show one and hide the others, so those are attached.
 */
function calendarParts(calendars: readonly CalendarFile[]): Pick<SendMailOptions, 'icalEvent' | 'attachments'> {
  const [only] = calendars;
  if (only && calendars.length === 1) return { icalEvent: only };
  const attachments = calendars.map(({ filename, method, content }) => ({
    filename,
    content,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  }));
  return { attachments };
}

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
    send: async ({ id, calendars = [], ...mail }) => {
      const messageId = id ? { messageId: `<${id}@${from.address.split('@')[1] ?? 'localhost'}>` } : {};
      await transport.sendMail({
        from,
        ...mail,
        ...calendarParts(calendars),
        ...messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(longest),
      });
    },
    close: () => transport.close(),
  };
}
