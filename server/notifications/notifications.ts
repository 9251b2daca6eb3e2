import { channelsFor, type NotificationKind, urgentKinds } from '../../contract/notificationKinds.ts';
import { maySignIn } from '../../contract/permissions.ts';
import type { AppParts } from '../appParts.ts';
import type { Trx } from '../collection/write.ts';
import { mailLanguage } from '../mail/mailLanguage.ts';
import type { Outbox } from '../mail/outbox.ts';
import { randomId } from '../randomId.ts';
import type { NotificationEvent, Recipient } from './events.ts';
import {
  insertLaterMails,
  insertNotifications,
  insertPushMessages,
  type NewNotification,
  noSettings,
  type Settings,
  settingsOf,
} from './inbox.ts';
import { eventKeyOf, isMailedOnly, kindOf, pathOf, subjectOf } from './kindsOfNews.ts';
import { mailAbout, titleOf } from './letters.ts';
import { recipientsOf, notifiedReservations } from './repository.ts';
import {
  accountSection,
  reservationSection,
  retentionSection,
  type Section,
  sentenceSection,
  shiftSection,
} from './sections.ts';
import { nextDigest, quietUntil } from './times.ts';

/**
 * Notifies people of changes that concern them, on the channels that they have chosen: the only way in which the backend tells people
 * something that they have not asked for. Each recipient gets at most one e-mail per call, in their language, however many events
 * concern them, unless they want e-mails later. Everything is part of the transaction. Call this after changes and before a deletion:
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

/** One event for one person, with the ways in which it goes out. */
type Message = {
  event: NotificationEvent;
  recipient: Recipient;
  section: Section;
  row: NewNotification | null;
  /** When a push message and an e-mail may be sent; null: never. */
  push: Date | null;
  mail: Date | null;
};

/** Push messages say little after a day. */
const pushUntil = (due: Date, until: Date | null) =>
  new Date(Math.min(due.getTime() + day, until?.getTime() ?? Infinity));

/** @see Notify */
export function createNotify(
  { deployment, clock }: Pick<AppParts, 'deployment' | 'clock'>,
  { outbox, dashboardUrl }: { outbox: Pick<Outbox, 'put'>; dashboardUrl: string | null },
): Notify {
  const { flags, allowedRoles, timeZone } = deployment;

  /** The channels of an event for a person, and when they may be used. */
  const waysOf = (event: NotificationEvent, { id, role }: Recipient, settings: Settings, now: Date) => {
    const kind: NotificationKind = kindOf(event);
    if (id === null || isMailedOnly(event) || !maySignIn(role, allowedRoles))
      return { kind, inbox: false, browser: false, push: null, mail: now };
    const { choices, quiet, digest } = settings;
    const { inbox, browser, push, email } = channelsFor(kind, role, choices);
    const isHeld = quiet !== null && !quiet.exceptions.includes(kind);
    const quietEnd = isHeld ? quietUntil(now, quiet) : null;
    const later = nextDigest(quietEnd ?? now, digest, quiet?.zone ?? timeZone);
    // An e-mail about the security of an account waits for nothing.
    const mail = kind === 'security' ? now : (isHeld && quietUntil(later, quiet)) || later;
    return {
      ...{ kind, inbox, browser: browser && quietEnd === null },
      push: push && flags.webPush ? (quietEnd ?? now) : null,
      mail: email ? mail : null,
    };
  };

  /** Sends one e-mail to a person about all events that may be told at once. */
  const putMail = async (trx: Trx, messages: readonly Message[]) => {
    const [first] = messages;
    if (!first) return;
    const { recipient } = first;
    // The account comes first: it is the reason for the other events.
    const inOrder = messages.toSorted(
      (one, other) => Number(other.event.about === 'account') - Number(one.event.about === 'account'),
    );
    const sections = inOrder.map(({ section }) => section);
    const isNamed = inOrder[0]?.event.about === 'account';
    const content = mailAbout(deployment, mailLanguage(deployment, recipient.language), { sections, isNamed });
    if (!content) return;
    const untils = sections.map(({ until }) => until);
    const until = untils.includes(null) ? undefined : new Date(Math.max(...untils.map((one) => one?.getTime() ?? 0)));
    await outbox.put(trx, { to: recipient.email, ...content }, until);
  };

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
      if (event.about === 'request' || event.about === 'job')
        return sentenceSection(deployment, event, reading, { dashboardUrl, path: pathOf(event) });
      const row = reservations.get(event.reservation);
      return row ? reservationSection(deployment, event, row, reading) : null;
    };

    const addressed = events.flatMap((event) =>
      event.to.flatMap((one) => {
        const recipient = typeof one === 'string' ? known.get(one) : one;
        return !recipient || (by !== null && recipient.id === by) ? [] : [{ event, recipient }];
      }),
    );
    const settings = await settingsOf(trx, [...new Set(addressed.flatMap(({ recipient: { id } }) => id ?? []))]);

    const messages = addressed.flatMap(({ event, recipient }): Message[] => {
      const section = sectionOf(event, recipient);
      if (!section) return [];
      const { id: person } = recipient;
      const { kind, inbox, browser, push, mail } = waysOf(
        event,
        recipient,
        settings.get(person ?? '') ?? noSettings,
        now,
      );
      const isStored = inbox || browser || push !== null || (mail !== null && mail > now) || eventKeyOf(event) !== null;
      const row =
        person !== null && isStored
          ? {
              ...{ id: randomId(), user_id: person, kind, title: titleOf(deployment, section), path: pathOf(event) },
              ...{ subject_id: subjectOf(event), event_key: eventKeyOf(event), in_inbox: inbox, in_browser: browser },
            }
          : null;
      return [{ event, recipient, section, row, push, mail }];
    });
    const stored = await insertNotifications(
      trx,
      messages.flatMap(({ row }) => row ?? []),
      now,
    );
    // A row that was not stored is about an event that the person knows, or of an account that is gone.
    const isKnownEvent = ({ row }: Message) => row !== null && row.event_key !== null && !stored.has(row.id);
    const fresh = messages.filter((message) => !isKnownEvent(message));
    const byRow = fresh.flatMap((message) =>
      message.row && stored.has(message.row.id) ? [{ ...message, row: message.row }] : [],
    );
    await insertPushMessages(
      trx,
      byRow.flatMap(({ row, push, section: { until } }) =>
        push && pushUntil(push, until) > push
          ? [{ notification: row.id, due: push, until: pushUntil(push, until) }]
          : [],
      ),
    );
    await insertLaterMails(
      trx,
      byRow.flatMap(({ row, mail, section: { until, ...section } }) =>
        mail && mail > now ? [{ notification: row.id, person: row.user_id, section, due: mail, until }] : [],
      ),
    );
    const atOnce = fresh.filter(({ mail }) => mail !== null && mail <= now);
    for (const own of Map.groupBy(atOnce, ({ recipient: { email } }) => email).values()) await putMail(trx, own);
  };
}

/** Whether push services should wake a device for a kind. */
export function isUrgentKind(kind: NotificationKind): boolean {
  return (urgentKinds as readonly NotificationKind[]).includes(kind);
}
