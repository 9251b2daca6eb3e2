import type { AddressInfo } from 'node:net';
import PostalMime, { type Attachment } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { CalendarFile } from './mailer.ts';

/** A mail as it arrived. */
export type ReceivedMail = {
  /** Counts up from 1; never reused. */
  id: number;
  /** The user name of the SMTP client, which identifies the sender. Empty without one. */
  sender: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** The raw mail. */
  source: string;
  /** Its calendar files without duplicates: a mail may contain the same file two times. */
  calendars: CalendarFile[];
  received: Date;
};

/** An SMTP server that delivers nothing and stores mails for display; for local use and tests. */
export type MailSink = {
  /** The `smtp://` address to send to. */
  url: string;
  /** The address for one sender, so that its mails can be distinguished from others'. */
  urlOf: (sender: string) => string;
  /** The mails, oldest first. Set `length = 0` to delete them. */
  messages: ReceivedMail[];
  /**
   * The newest matching mail, now or as soon as it arrives.
   * @throws Error after `timeout` milliseconds (60 000), listing the mails that arrived instead.
   */
  waitFor: (fits: (mail: ReceivedMail) => boolean, options?: { timeout?: number }) => Promise<ReceivedMail>;
  stop: () => Promise<void>;
};

/**
 * The calendar files of a mail. An invitation contains its file two times: as an alternative, which has the method, and as an attachment.
 */
function calendarsIn(attachments: readonly Attachment[]): CalendarFile[] {
  const invitation = attachments.find(({ mimeType, filename }) => mimeType === 'text/calendar' && filename === null);
  return attachments.flatMap(({ filename, mimeType, method, content }) => {
    if (filename === null || (mimeType !== 'text/calendar' && mimeType !== 'application/ics')) return [];
    const named = method ?? invitation?.method;
    const text = typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString();
    // The parser has replaced CRLF by LF; calendar files need CRLF.
    return { filename, method: named === 'CANCEL' ? named : 'REQUEST', content: text.replaceAll(/\r?\n/g, '\r\n') };
  });
}

async function read(stream: AsyncIterable<Uint8Array>): Promise<Omit<ReceivedMail, 'id' | 'sender'>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const source = Buffer.concat(chunks);
  const { from, to, subject, text, html, attachments } = await PostalMime.parse(source);
  return {
    from: from?.address ?? '',
    to: (to ?? []).map(({ address }) => address ?? ''),
    subject: subject ?? '',
    text: (text ?? '').trim(),
    html: html ?? '',
    source: source.toString(),
    calendars: calendarsIn(attachments),
    received: new Date(),
  };
}

/** Starts a sink on a free local port, or on `host` and `port`; it stores the last `keep` mails. */
export async function startSink({
  host = '127.0.0.1',
  port = 0,
  keep = 200,
}: { host?: string; port?: number; keep?: number } = {}): Promise<MailSink> {
  const messages: ReceivedMail[] = [];
  const watchers = new Set<(mail: ReceivedMail) => void>();
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
    onData: (stream, { user }, done) => {
      read(stream).then(
        (content) => {
          const mail = { id: ++count, sender: user ?? '', ...content };
          messages.push(mail);
          messages.splice(0, Math.max(0, messages.length - keep));
          for (const watch of watchers) watch(mail);
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  await new Promise<void>((listening, refused) => {
    server.once('error', refused);
    server.listen(port, host, listening);
  });
  // A client that disconnects early must not end the process.
  server.on('error', () => undefined);
  const { port: bound } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    urlOf: (sender) => `smtp://${encodeURIComponent(sender)}:local@127.0.0.1:${bound}`,
    messages,
    waitFor: (fits, { timeout = 60_000 } = {}) =>
      new Promise((found, missed) => {
        const there = messages.findLast(fits);
        if (there) return found(there);
        const watch = (mail: ReceivedMail) => {
          if (!fits(mail)) return;
          settle();
          found(mail);
        };
        const late = setTimeout(() => {
          settle();
          const seen = messages.map(({ to, subject }) => `${to.join(', ')}: ${subject}`).join('; ');
          missed(new Error(`No such mail within ${timeout} ms. Arrived: ${seen || 'none'}.`));
        }, timeout);
        const settle = () => {
          clearTimeout(late);
          watchers.delete(watch);
        };
        watchers.add(watch);
      }),
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}
