import { urgencyOf } from '../../contract/notificationKinds.ts';
import { maySignIn } from '../../contract/permissions.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Trx } from '../collection/write.ts';
import { mailLanguage } from '../mail/mailLanguage.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Settings } from '../settings.ts';
import { randomId } from '../randomId.ts';
import type { NotificationEvent, Recipient } from './events.ts';
import {
  insertNotifications,
  insertPushMessages,
  type NewNotification,
  peopleWithoutEmails,
  settleNotifications,
} from './inbox.ts';
import { eventKeyOf, isMailedOnly, kindOf, pathOf, settledBy, subjectOf } from './kindsOfNews.ts';
import { mailAbout, titleOf } from './letters.ts';
import { recipientsOf, notifiedReservations } from './repository.ts';
import {
  absenceSection,
  accountSection,
  importedSection,
  reservationSection,
  retentionSection,
  type Section,
  sentenceSection,
  shiftSection,
} from './sections.ts';

/**
 * Notifies people of changes that concern them: the only way in which the backend tells people something that they have not asked for.
 * Each recipient gets at most one e-mail per call, in their language, however many events concern them. Everything is part of the
 * transaction. Call this after changes and before a deletion:
 *
 *     await notify(trx, person.id, [
 *       { about: 'account', what: 'suspended', reason, until, to: [interpreter] },
 *       { about: 'reservation', what: 'taken_off', reservation: id, to: [interpreter] },
 *       { about: 'reservation', what: 'assigned', reservation: id, to: [other] },
 *       { about: 'reservation', what: 'reassigned', reservation: id, to: customer ? [customer] : [] },
 *     ]);
 *
 * To notify a person who is deleted, read them with `recipientsOf` first and pass the recipient instead of the id.
 * @param by the id of the person who acted, who is not notified; null if nobody with an account acted
 */
export type Notify = (trx: Trx, by: string | null, events: readonly NotificationEvent[]) => Promise<void>;

const day = 24 * 60 * 60_000;

/** The ways in which a person is told of an event. Open pages in the browser show what is new in the list. */
type Ways = { list: boolean; push: boolean; email: boolean };

/** One event for one person. */
type Message = { event: NotificationEvent; recipient: Recipient; section: Section; ways: Ways };

/** A message with its row of the list. */
type StoredMessage = Message & { row: NewNotification };

/** @see Notify */
export function createNotify(
  {
    deployment,
    clock,
    settings: { dashboardUrl },
  }: Pick<Dependencies, 'deployment' | 'clock'> & { settings: Pick<Settings, 'dashboardUrl'> },
  outbox: Pick<Outbox, 'put'>,
): Notify {
  const { flags, allowedRoles } = deployment;

  /** Decides how a person is told of an event. */
  const waysOf = (event: NotificationEvent, { id, role }: Recipient, withoutEmails: ReadonlySet<string>): Ways => {
    if (id === null || isMailedOnly(event) || !maySignIn(role, allowedRoles))
      return { list: false, push: false, email: true };
    const urgency = urgencyOf[kindOf(event)];
    return {
      list: true,
      push: flags.webPush && urgency !== 'passing',
      email: urgency === 'urgent' || (urgency === 'usual' && !withoutEmails.has(id)),
    };
  };

  const sectionOf = (
    event: NotificationEvent,
    recipient: Recipient,
    { reservations, now }: { reservations: Awaited<ReturnType<typeof notifiedReservations>>; now: Date },
  ): Section | null => {
    const reading = { recipient, language: mailLanguage(deployment, recipient.language), now };
    if (event.about === 'account') return accountSection(deployment, event, reading, dashboardUrl);
    if (event.about === 'retention') return retentionSection(deployment, event, reading, dashboardUrl);
    if (event.about === 'shift') return shiftSection(deployment, event, reading);
    if (event.about === 'absence')
      return absenceSection(deployment, event, reading, dashboardUrl && new URL(pathOf(event), dashboardUrl).href);
    if (event.about === 'imported')
      return importedSection(deployment, event, reading, dashboardUrl && new URL(pathOf(event), dashboardUrl).href);
    if (event.about === 'request' || event.about === 'job')
      return sentenceSection(deployment, event, reading, { dashboardUrl, path: pathOf(event) });
    const row = reservations.get(event.reservation);
    return row ? reservationSection(deployment, event, row, reading) : null;
  };

  const messagesOf = async (
    trx: Trx,
    by: string | null,
    events: readonly NotificationEvent[],
    now: Date,
  ): Promise<Message[]> => {
    const people = events.flatMap(({ to }) => to);
    const ids = people.filter((person) => typeof person === 'string');
    const known = new Map((await recipientsOf(trx, ids)).map((recipient) => [recipient.id, recipient]));
    const reservations = await notifiedReservations(
      trx,
      events.flatMap((event) => (event.about === 'reservation' ? event.reservation : [])),
    );
    const withoutEmails = await peopleWithoutEmails(
      trx,
      people.flatMap((person) => (typeof person === 'string' ? person : (person.id ?? []))),
    );
    return events.flatMap((event) =>
      event.to.flatMap((person) => {
        const recipient = typeof person === 'string' ? known.get(person) : person;
        if (!recipient || (by !== null && recipient.id === by)) return [];
        const section = sectionOf(event, recipient, { reservations, now });
        return section ? [{ event, recipient, section, ways: waysOf(event, recipient, withoutEmails) }] : [];
      }),
    );
  };

  /** The row of a message in the list; also of an event that may come again, so that it is told once. */
  const rowOf = ({ event, recipient: { id: person }, section, ways }: Message): NewNotification | null => {
    const key = eventKeyOf(event);
    if (person === null || !(ways.list || key !== null)) return null;
    return {
      id: randomId(),
      user_id: person,
      kind: kindOf(event),
      title: titleOf(deployment, section),
      path: pathOf(event),
      subject_id: subjectOf(event),
      event_key: key,
    };
  };

  /** Push messages say little after a day. */
  const putPushMessages = (trx: Trx, messages: readonly StoredMessage[], now: Date) =>
    insertPushMessages(
      trx,
      messages.flatMap(({ row, ways, section: { until } }) => {
        const end = new Date(Math.min(now.getTime() + day, until?.getTime() ?? Infinity));
        return ways.push && end > now ? [{ notification: row.id, due: now, until: end }] : [];
      }),
    );

  /** Sends one e-mail to a person. */
  const putMail = async (trx: Trx, messages: readonly Message[]) => {
    const [first] = messages;
    if (!first) return;
    const { recipient } = first;
    // The account comes first: it is the reason for the other events.
    const inOrder = messages.toSorted(
      (message, other) => Number(other.event.about === 'account') - Number(message.event.about === 'account'),
    );
    const sections = inOrder.map(({ section }) => section);
    const isNamed = inOrder[0]?.event.about === 'account';
    const content = mailAbout(deployment, mailLanguage(deployment, recipient.language), { sections, isNamed });
    if (!content) return;
    const untils = sections.map(({ until }) => until);
    const until = untils.includes(null) ? undefined : new Date(Math.max(...untils.map((end) => end?.getTime() ?? 0)));
    await outbox.put(trx, { to: recipient.email, ...content }, until);
  };

  return async (trx, by, events) => {
    const now = clock();
    await settleNotifications(trx, settledBy(events), now);
    const messages = (await messagesOf(trx, by, events, now)).map((message) => ({ ...message, row: rowOf(message) }));
    const rows = messages.flatMap(({ row }) => row ?? []);
    const stored = await insertNotifications(trx, rows, now);
    // A row that was not stored is about an event that the person knows, or of an account that is gone.
    const fresh = messages.filter(({ row }) => row === null || row.event_key === null || stored.has(row.id));
    const listed = fresh.flatMap(({ row, ...message }) => (row && stored.has(row.id) ? [{ ...message, row }] : []));
    await putPushMessages(trx, listed, now);
    const mailed = fresh.filter(({ ways }) => ways.email);
    for (const own of Map.groupBy(mailed, ({ recipient: { email } }) => email).values()) await putMail(trx, own);
  };
}
