import { urgencyOf } from '../../contract/notificationKinds.ts';
import { maySignIn } from '../../contract/permissions.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Deployment } from '../deployment.ts';
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

/** What is needed to word messages. */
type Wording = Pick<Dependencies, 'deployment'> & { dashboardUrl: string | null };

/** The ways in which an event reaches a person: the list, a push message, an e-mail. */
function waysOf(
  { flags, allowedRoles }: Deployment,
  event: NotificationEvent,
  { id, role }: Recipient,
  withoutEmails: ReadonlySet<string>,
): Ways {
  if (id === null || isMailedOnly(event) || !maySignIn(role, allowedRoles))
    return { list: false, push: false, email: true };
  const urgency = urgencyOf[kindOf(event)];
  return {
    list: true,
    push: flags.webPush && urgency !== 'passing',
    email: urgency === 'urgent' || (urgency === 'usual' && !withoutEmails.has(id)),
  };
}

/** The part of a mail about an event, for one person; null: the reservation is gone. */
function sectionOf(
  { deployment, dashboardUrl }: Wording,
  event: NotificationEvent,
  recipient: Recipient,
  { reservations, now }: { reservations: Awaited<ReturnType<typeof notifiedReservations>>; now: Date },
): Section | null {
  const reading = { recipient, language: mailLanguage(deployment, recipient.language), now };
  const url = dashboardUrl && new URL(pathOf(event), dashboardUrl).href;
  if (event.about === 'account') return accountSection(deployment, event, reading, dashboardUrl);
  if (event.about === 'retention') return retentionSection(deployment, event, reading, dashboardUrl);
  if (event.about === 'shift') return shiftSection(deployment, event, reading);
  if (event.about === 'absence') return absenceSection(deployment, event, reading, url);
  if (event.about === 'imported') return importedSection(deployment, event, reading, url);
  if (event.about === 'request' || event.about === 'job')
    return sentenceSection(deployment, event, reading, { dashboardUrl, path: pathOf(event) });
  const row = reservations.get(event.reservation);
  return row ? reservationSection(deployment, event, row, reading) : null;
}

/** One message for each event and person, except for `by`. */
async function messagesOf(
  trx: Trx,
  wording: Wording,
  by: string | null,
  { events, now }: { events: readonly NotificationEvent[]; now: Date },
): Promise<Message[]> {
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
      const section = sectionOf(wording, event, recipient, { reservations, now });
      const ways = waysOf(wording.deployment, event, recipient, withoutEmails);
      return section ? [{ event, recipient, section, ways }] : [];
    }),
  );
}

/** The row of a message in the list; null: it has none. An event with a key always has one, because the row keeps it from being told twice. */
function rowOf(deployment: Deployment, { event, recipient, section, ways }: Message): NewNotification | null {
  const key = eventKeyOf(event);
  if (recipient.id === null || !(ways.list || key !== null)) return null;
  return {
    id: randomId(),
    user_id: recipient.id,
    kind: kindOf(event),
    title: titleOf(deployment, section),
    path: pathOf(event),
    subject_id: subjectOf(event),
    event_key: key,
  };
}

/** Push messages say little after a day. */
async function putPushMessages(trx: Trx, messages: readonly StoredMessage[], now: Date): Promise<void> {
  const due = messages.flatMap(({ row, ways, section: { until } }) => {
    const end = new Date(Math.min(now.getTime() + day, until?.getTime() ?? Infinity));
    return ways.push && end > now ? [{ notification: row.id, due: now, until: end }] : [];
  });
  await insertPushMessages(trx, due);
}

/** Sends one e-mail to a person. */
async function putMail(
  trx: Trx,
  deployment: Deployment,
  outbox: Pick<Outbox, 'put'>,
  messages: readonly Message[],
): Promise<void> {
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
}

/** @see Notify */
export function createNotify(
  {
    deployment,
    clock,
    settings: { dashboardUrl },
  }: Pick<Dependencies, 'deployment' | 'clock'> & { settings: Pick<Settings, 'dashboardUrl'> },
  outbox: Pick<Outbox, 'put'>,
): Notify {
  return async (trx, by, events) => {
    const now = clock();
    await settleNotifications(trx, settledBy(events), now);
    const found = await messagesOf(trx, { deployment, dashboardUrl }, by, { events, now });
    const messages = found.map((message) => ({ ...message, row: rowOf(deployment, message) }));
    const rows = messages.flatMap(({ row }) => row ?? []);
    const stored = await insertNotifications(trx, rows, now);
    // A row that was not stored is about an event that the person knows, or of an account that is gone.
    const fresh = messages.filter(({ row }) => row === null || row.event_key === null || stored.has(row.id));
    const listed = fresh.flatMap(({ row, ...message }) => (row && stored.has(row.id) ? [{ ...message, row }] : []));
    await putPushMessages(trx, listed, now);
    const mailed = fresh.filter(({ ways }) => ways.email);
    for (const sameAddress of Map.groupBy(mailed, ({ recipient: { email } }) => email).values())
      await putMail(trx, deployment, outbox, sameAddress);
  };
}
