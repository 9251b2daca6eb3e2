import { beforeEach, describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { databaseKinds, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import type { Mailer } from '../../server/mail/mailer.ts';
import { createOutbox } from '../../server/mail/outbox.ts';
import { defaultSettings } from '../../server/settings.ts';

const minute = 60_000;

/** A mail server's permanent refusal of a recipient. */
const unknownRecipient = Object.assign(new Error('550 no such mailbox'), { code: 'EENVELOPE', responseCode: 550 });

describe.each(databaseKinds)('the outbox, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let sent: { id: string; to: string }[];
  let now: number;
  /** The fate of a mail; it is delivered by default. */
  let onTheWay: (to: string) => Promise<void>;
  beforeEach(() => {
    sent = [];
    now = testStart.getTime();
    onTheWay = async () => undefined;
  });

  /** The outbox of one process. */
  const outboxOf = (
    mailer: Pick<Mailer, 'send'> = {
      send: async ({ id = '', to }) => (await onTheWay(to), void sent.push({ id, to })),
    },
  ) =>
    createOutbox(
      {
        database: backend.database,
        mailer: { ...mailer, close: () => undefined },
        clock: () => new Date(now),
        tracer: null,
        settings: defaultSettings,
      },
      fastify({ logger: false }).log,
    );
  const mailTo = (to: string) => ({ to, subject: 'News', text: 'News', html: '<p>News</p>' });
  const put = (to: string, until?: Date) =>
    backend.database.db.transaction().execute((trx) => outboxOf().put(trx, mailTo(to), until));
  const waiting = () => backend.database.db.selectFrom('mail_outbox').selectAll().execute();

  it('sends the mails of a committed transaction, and none of a rolled-back one', async () => {
    const outbox = outboxOf();
    await put('committed@testland.example');
    const takenBack = backend.database.db.transaction().execute(async (trx) => {
      await outbox.put(trx, mailTo('taken-back@testland.example'));
      throw new Error('taken back');
    });
    await expect(takenBack).rejects.toThrow('taken back');
    await outbox.sendDue();
    expect(sent.map(({ to }) => to)).toEqual(['committed@testland.example']);
    expect(await waiting()).toEqual([]);
  });

  it('sends each mail once, whatever the number of processes', async () => {
    const recipients = Array.from({ length: 40 }, (_, index) => `person${index}@testland.example`);
    for (const to of recipients) await put(to);
    const processes = Array.from({ length: 4 }, () => outboxOf());
    await Promise.all(processes.map((outbox) => outbox.sendDue()));
    expect(sent.map(({ to }) => to).toSorted()).toEqual(recipients.toSorted());
  });

  it('retries a refused mail with growing pauses and the same id', async () => {
    const outbox = outboxOf();
    let tries = 0;
    onTheWay = async () => {
      tries += 1;
      if (tries < 3) throw new Error('the mail server is away');
    };
    await put('person@testland.example');
    await outbox.sendDue();
    expect((await waiting())[0]).toMatchObject({ tries: 1, failure: 'the mail server is away' });
    now += minute / 2 - 1;
    await outbox.sendDue();
    expect(tries).toBe(1);
    now += 1;
    await outbox.sendDue();
    now += minute - 1;
    await outbox.sendDue();
    expect(tries).toBe(2);
    const [left] = await waiting();
    now += 1;
    await outbox.sendDue();
    expect(sent).toEqual([{ id: left?.id, to: 'person@testland.example' }]);
    expect(await waiting()).toEqual([]);
  });

  it('does not let one bad address delay the others, and drops its mail', async () => {
    onTheWay = async (to) => {
      if (to.startsWith('nobody')) throw unknownRecipient;
    };
    await put('nobody@testland.example');
    await put('somebody@testland.example');
    await outboxOf().sendDue();
    expect(sent.map(({ to }) => to)).toEqual(['somebody@testland.example']);
    expect(await waiting()).toEqual([]);
  });

  it('keeps one slot for a slow mail, and sends the others meanwhile, including later ones', async () => {
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((open) => (letGo = open));
    onTheWay = (to) => (to.startsWith('slow') ? gate : Promise.resolve());
    const outbox = outboxOf();
    await put('slow@testland.example');
    const first = outbox.sendDue();
    for (let turn = 0; turn < 20; turn += 1) {
      await put(`person${turn}@testland.example`);
      void outbox.sendDue();
    }
    while (sent.length < 20) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(sent.map(({ to }) => to)).not.toContain('slow@testland.example');
    letGo();
    await first;
    expect(sent).toHaveLength(21);
    expect(await waiting()).toEqual([]);
  });

  it('sends the mails of a crashed process', async () => {
    await put('person@testland.example');
    const dying = outboxOf({ send: () => new Promise(() => undefined) });
    void dying.sendDue();
    while ((await waiting())[0]?.tries !== 1) await new Promise((resolve) => setTimeout(resolve, 10));
    await outboxOf().sendDue();
    expect(sent).toEqual([]);
    now += 2 * minute;
    await outboxOf().sendDue();
    expect(sent).toHaveLength(1);
  });

  it('drops expired mails', async () => {
    onTheWay = () => Promise.reject(new Error('the mail server is away'));
    await put('person@testland.example', new Date(now + minute));
    await outboxOf().sendDue();
    expect(await waiting()).toHaveLength(1);
    now += minute;
    await outboxOf().sendDue();
    expect(await waiting()).toEqual([]);
  });
});
