import nodemailer, { type SendMailOptions } from 'nodemailer';
import { transportOf } from './smtpUrl.ts';

/** An iCalendar file (RFC 5545) of a mail; `method` is the same as in its content (RFC 5546). */
export type CalendarFile = { filename: string; method: 'REQUEST' | 'CANCEL'; content: string };

/** A mail to one person, as text and as HTML, with its calendar files. */
export type Mail = { to: string; subject: string; text: string; html: string; calendars?: readonly CalendarFile[] };

/** A mail with an optional id, from which the Message-ID is derived, so that receivers recognise a repeated mail. */
type OutgoingMail = Mail & { id?: string };

/** Sends mails. */
export type Mailer = {
  /** @throws Error if the mail server refuses it. */
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
};

/**
 * The calendar files of a mail for mail programs. A single one is an alternative of the text, so that Outlook and Gmail
 * show it as an invitation; of several they would show only one, so those are attached.
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

/** Timeout of one mail, including the wait for a connection, in milliseconds. */
const longest = 20_000;

/** Sends by SMTP. `url` is `smtp://` or `smtps://`, with user and password if the server requires them. */
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
