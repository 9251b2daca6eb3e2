import { afterEach, describe, expect, it } from '@jest/globals';
import { smtpMailer } from './mailer.ts';
import { type MailSink, startSink } from './sink.ts';

describe('the local mail sink', () => {
  let sink: MailSink;
  const send = async (url: string, subject: string, to = 'jon@taknljos.example') => {
    const mailer = smtpMailer(url, { name: 'Táknljós', address: 'hjalp@taknljos.example' });
    await mailer.send({ to, subject, text: `${subject}: 123456`, html: `<p>${subject}</p>` });
    mailer.close();
  };

  afterEach(() => sink.stop());

  it('stores a mail as it was sent, with the name of its sender', async () => {
    sink = await startSink();
    await send(sink.urlOf('iceland'), 'Kóðinn þinn');
    expect(sink.messages).toEqual([
      {
        id: 1,
        sender: 'iceland',
        from: 'hjalp@taknljos.example',
        to: ['jon@taknljos.example'],
        subject: 'Kóðinn þinn',
        text: 'Kóðinn þinn: 123456',
        html: expect.stringContaining('<p>Kóðinn þinn</p>'),
        source: expect.stringContaining('To: jon@taknljos.example'),
        calendars: [],
        received: expect.any(Date),
      },
    ]);
  });

  it('stores the calendar files of a mail: a single one as an invitation, several as attachments', async () => {
    sink = await startSink();
    const mailer = smtpMailer(sink.url, { name: 'Táknljós', address: 'hjalp@taknljos.example' });
    const mail = { to: 'jon@taknljos.example', subject: 'Bókun', text: 'Bókun', html: '<p>Bókun</p>' };
    const request = {
      filename: 'one.ics',
      method: 'REQUEST',
      content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    } as const;
    const cancellation = { ...request, filename: 'other.ics', method: 'CANCEL' } as const;
    for (const calendars of [[], [cancellation], [request, cancellation]]) await mailer.send({ ...mail, calendars });
    mailer.close();
    expect(sink.messages.map(({ calendars }) => calendars)).toEqual([[], [cancellation], [request, cancellation]]);
  });

  it('accepts a mail from a sender without a name', async () => {
    sink = await startSink();
    await send(sink.url, 'Hello');
    expect(sink.messages).toMatchObject([{ sender: '', subject: 'Hello' }]);
  });

  it('keeps only the latest mails, and never reuses an id', async () => {
    sink = await startSink({ keep: 2 });
    for (const subject of ['one', 'two', 'three']) await send(sink.url, subject);
    expect(sink.messages).toMatchObject([
      { id: 2, subject: 'two' },
      { id: 3, subject: 'three' },
    ]);
  });

  it('waits for a mail that has not arrived yet, and finds the newest one that has', async () => {
    sink = await startSink();
    const coming = sink.waitFor(({ subject }) => subject === 'second');
    await send(sink.url, 'first');
    await send(sink.url, 'second');
    expect(await coming).toMatchObject({ id: 2 });
    await send(sink.url, 'second');
    expect(await sink.waitFor(({ subject }) => subject === 'second')).toMatchObject({ id: 3 });
  });

  it('lists the mails that arrived when the expected one did not', async () => {
    sink = await startSink();
    await send(sink.url, 'Another', 'rut@taknljos.example');
    await expect(sink.waitFor(() => false, { timeout: 20 })).rejects.toThrow(
      'No such mail within 20 ms. Arrived: rut@taknljos.example: Another.',
    );
  });

  it('fails if its port is in use', async () => {
    sink = await startSink();
    const port = Number(new URL(sink.url).port);
    await expect(startSink({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
