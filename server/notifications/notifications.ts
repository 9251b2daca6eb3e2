import type { AppParts } from '../appParts.ts';
import type { Trx } from '../collection/write.ts';
import { layOut, wordsOf } from '../mail/layout.ts';
import { mailLanguage } from '../mail/mailLanguage.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { NotificationEvent, Recipient } from './events.ts';
import { recipientsOf, notifiedReservations } from './repository.ts';
import {
  accountSection,
  laterLead,
  reservationSection,
  retentionSection,
  type Section,
  shiftSection,
} from './sections.ts';

/**
 * Notifies people of changes that concern them. Each recipient gets one e-mail per call, in their language, however many events
 * concern them. The e-mail is part of the transaction. Call this after changes and before a deletion:
 *
 *     await notify(trx, person.id, [
 *       { about: 'account', what: 'suspended', reason, until, to: [interpreter] },
 *       { about: 'reservation', what: 'taken_off', reservation: id, to: [interpreter] },
 *       { about: 'reservation', what: 'assigned', reservation: id, to: [other] },
 *       { about: 'reservation', what: 'reassigned', reservation: id, to: customer ? [customer] : [] },
 *     ]);
 *
 * To notify a person who is deleted, read them with `recipientsOf` first and pass the recipient instead of the id.
 * @param by the id of the person who acted, who gets no e-mail; null if nobody with an account acted
 */
export type Notify = (trx: Trx, by: string | null, events: readonly NotificationEvent[]) => Promise<void>;

/** @see Notify */
export function createNotify(
  { deployment, clock }: Pick<AppParts, 'deployment' | 'clock'>,
  { outbox, dashboardUrl }: { outbox: Pick<Outbox, 'put'>; dashboardUrl: string | null },
): Notify {
  const general = { brand: deployment.brand, support: deployment.support.email };

  return async (trx, by, events) => {
    const ids = events.flatMap(({ to }) => to.filter((one) => typeof one === 'string'));
    const known = new Map((await recipientsOf(trx, ids)).map((recipient) => [recipient.id, recipient]));
    const reservations = await notifiedReservations(
      trx,
      events.flatMap((event) => (event.about === 'reservation' ? event.reservation : [])),
    );
    const now = clock();

    const sectionOf = (event: NotificationEvent, recipient: Recipient): Section | null => {
      const reading = { recipient, language: mailLanguage(deployment, recipient.language), now };
      if (event.about === 'account') return accountSection(deployment, event, reading, dashboardUrl);
      if (event.about === 'retention') return retentionSection(deployment, event, reading, dashboardUrl);
      if (event.about === 'shift') return shiftSection(deployment, event, reading);
      const row = reservations.get(event.reservation);
      return row ? reservationSection(deployment, event, row, reading) : null;
    };

    const mails = new Map<string, { recipient: Recipient; events: NotificationEvent[] }>();
    for (const event of events)
      for (const one of event.to) {
        const recipient = typeof one === 'string' ? known.get(one) : one;
        if (!recipient || (by !== null && recipient.id === by)) continue;
        const mail = mails.get(recipient.email) ?? { recipient, events: [] };
        mail.events.push(event);
        mails.set(recipient.email, mail);
      }

    for (const { recipient, events: own } of mails.values()) {
      // The account comes first: it is the reason for the other events.
      const inOrder = own.toSorted((one, other) => Number(other.about === 'account') - Number(one.about === 'account'));
      const sections = inOrder.flatMap((event) => sectionOf(event, recipient) ?? []);
      const [first, ...others] = sections;
      if (!first) continue;
      const language = mailLanguage(deployment, recipient.language);
      const isNamed = others.length === 0 || inOrder[0]?.about === 'account';
      const letter = { ...first.letter, ...(isNamed ? {} : { subject: wordsOf(language, deployment).several }) };
      const leads = sections.map((section) => laterLead(section, general));
      const content = layOut(deployment, language, letter, {
        centre: first.centre,
        values: { ...first.values, count: String(sections.length) },
        ...(first.validFor === undefined ? {} : { validFor: first.validFor }),
        more: others.map(({ centre }, index) => ({
          lead: leads[index + 1] === leads[index] ? null : (leads[index + 1] ?? null),
          centre,
        })),
      });
      const calendars = sections.flatMap((section) => section.calendars);
      const untils = sections.map(({ until }) => until);
      const until = untils.includes(null) ? undefined : new Date(Math.max(...untils.map((one) => one?.getTime() ?? 0)));
      await outbox.put(trx, { to: recipient.email, ...content, calendars }, until);
    }
  };
}
