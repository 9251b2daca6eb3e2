import { type Language, localeOf } from '../../contract/languages.ts';
import { clockOf, shownDay, shownEnd } from '../days.ts';
import type { Deployment } from '../deployment.ts';
import { escapeHtml } from '../html.ts';
import { type MailContent, fill, type MailTexts, mailTexts } from '../mail/layout.ts';
import { linkButton } from '../mail/linkButton.ts';
import type { CalendarFile } from '../mail/mailer.ts';
import { maySignIn } from '../../contract/permissions.ts';
import { spanText } from '../../contract/wallSpan.ts';
import { timeOf } from '../resources/reservations/wire.ts';
import { dayAt } from '../schedule/wallTime.ts';
import {
  asText,
  type Facts,
  reservationEntry,
  reservationFacts,
  shiftEntry,
  factsWithValues,
} from './calendarEntries.ts';
import { calendarFile, type CalendarEntry } from './calendarFile.ts';
import type { AccountNews, NotificationEvent, Recipient, ReservationNews, ShiftNews } from './events.ts';
import { isAboutServiceAccount, isAboutWebhook } from './kindsOfNews.ts';
import type { NotifiedReservation } from './repository.ts';

/** The part of an e-mail about one event; an e-mail may have several. */
export type Section = {
  letter: MailTexts;
  centre: MailContent;
  values: Record<string, string>;
  /** How long a link in it is valid, in milliseconds. */
  validFor?: number;
  calendars: CalendarFile[];
  /** When the news expires; null: after the default time of the outbox. */
  until: Date | null;
};

/** The recipient, their language, and the time of writing. */
export type Reading = { recipient: Recipient; language: Language; now: Date };

function factTable(facts: Facts, { colours }: Deployment): MailContent {
  const cell = 'padding:4px 16px 4px 0;vertical-align:top;text-align:start';
  const rows = factsWithValues(facts).map(
    ([label, value]) =>
      `<tr><th style="${cell};font-weight:400;color:${colours.textMuted}">${escapeHtml(label)}</th><td style="${cell}">${escapeHtml(value).replaceAll('\n', '<br>')}</td></tr>`,
  );
  return {
    text: asText(facts),
    html: `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`,
  };
}

/** The entry of a reservation in the recipient's calendar; null if it does not belong there. */
const standingAfter: Record<ReservationNews, CalendarEntry['standing'] | 'by status' | null> = {
  asked: 'tentative',
  approved: 'confirmed',
  assigned: 'confirmed',
  changed: 'by status',
  changed_asked: 'by status',
  reassigned: 'by status',
  taken_off: 'cancelled',
  returned_to_pending: 'tentative',
  needs_answer_again: null,
  rejected: 'cancelled',
  cancelled: 'cancelled',
  deleted: 'cancelled',
  accepted: null,
  declined: null,
  handed_back: null,
  added: null,
  unanswered: null,
  tomorrow: null,
  // Nothing is in the calendar of an interpreter before they accept.
  offered: null,
  offer_taken: null,
  offer_ended: null,
  offer_withdrawn: null,
  offer_changed: null,
  accepted_approved: null,
  offer_over: null,
  offer_widened: null,
};

/** News that carry an answer. */
const answers: readonly ReservationNews[] = ['approved', 'rejected', 'cancelled'];

/** The section about a reservation. The subject omits its name, which may be private. */
export function reservationSection(
  deployment: Deployment,
  { what, by = '', message }: Extract<NotificationEvent, { about: 'reservation' }>,
  row: NotifiedReservation,
  { recipient: { role, email }, language, now }: Reading,
): Section {
  const { labels, warning, ...letters } = mailTexts(language, deployment).reservation;
  const date = shownDay(dayAt(row.starts, deployment.timeZone));
  const time = timeOf(row, deployment.timeZone);
  const clock = clockOf(deployment.timeZone);
  const deadline = what === 'offered' && row.offer_deadline ? clock(row.offer_deadline) : null;
  const facts: Facts = [
    ...reservationFacts(deployment, row, { language, role }),
    [labels.deadline, deadline && `${shownDay(deadline.day)} ${deadline.time}`],
    [labels.answer, message ?? (answers.includes(what) ? row.answer : null)],
  ];
  const standing = standingAfter[what];
  const isApproved = row.status === 'approved';
  const entry =
    standing &&
    reservationEntry({ language, deployment, who: deployment.brand }, row, {
      facts,
      sequence: what === 'deleted' ? row.version + 1 : row.version,
      standing: standing === 'by status' ? (isApproved ? 'confirmed' : 'tentative') : standing,
    });
  return {
    letter: { ...letters[what], warning },
    centre: factTable(facts, deployment),
    values: { date, time, name: by },
    // Staff are notified but do not take part, so they get no calendar entry.
    calendars: entry && role !== 'manager' && role !== 'owner' ? [calendarFile(deployment, entry, { email, now })] : [],
    until: what === 'offered' ? row.offer_deadline : row.ends,
  };
}

const shiftStanding: Record<ShiftNews, CalendarEntry['standing']> = {
  planned: 'confirmed',
  changed: 'confirmed',
  restored: 'confirmed',
  cancelled: 'cancelled',
  deleted: 'cancelled',
  moved_away: 'cancelled',
};

/** The section about shifts, which groups days of the same time and place. Only a single shift has a calendar file. */
export function shiftSection(
  deployment: Deployment,
  { what, shifts }: Extract<NotificationEvent, { about: 'shift' }>,
  { recipient: { email }, language, now }: Reading,
): Section | null {
  const inOrder = shifts.toSorted((a, b) => a.starts.getTime() - b.starts.getTime());
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (!first || !last) return null;
  const { reservation, shift: words } = mailTexts(language, deployment);
  const { labels } = reservation;
  const alike = Map.groupBy(inOrder, (shift) => `${spanText(shift)} ${shift.address ?? ''}`);
  const facts: Facts = [...alike.values()].flatMap((group) => {
    const [{ address } = first] = group;
    return [
      [group.length > 1 ? words.labels.dates : labels.date, group.map(({ day }) => shownDay(day)).join(', ')],
      [labels.time, spanText(group[0] ?? first)],
      [labels.address, address],
    ] as const;
  });
  const dates = [...new Set([first.day, last.day])].map(shownDay).join(' – ');
  const isOver = what === 'deleted' || what === 'moved_away';
  const entry = shiftEntry({ language, deployment, who: deployment.brand }, first, {
    facts,
    sequence: isOver ? first.version + 1 : first.version,
    standing: shiftStanding[what],
  });
  return {
    letter: { ...words[what], warning: reservation.warning },
    centre: factTable(facts, deployment),
    values: { dates },
    calendars: inOrder.length === 1 ? [calendarFile(deployment, entry, { email, now })] : [],
    until: last.ends,
  };
}

/** A sentence above a content. */
function above(sentence: string, content: MailContent): MailContent {
  return {
    text: [sentence, content.text].join('\n\n'),
    html: `<p style="margin:0 0 8px">${escapeHtml(sentence)}</p>\n${content.html}`,
  };
}

const hour = 60 * 60_000;

/** How long a waiting request is news, in milliseconds. */
export const requestIsNews = hour / 4;

/** The section about an account. `dashboardUrl` is null if the backend does not know the dashboard's address. */
export function accountSection(
  deployment: Deployment,
  news: AccountNews,
  { recipient: { role }, language }: Pick<Reading, 'recipient' | 'language'>,
  dashboardUrl: string | null,
): Section {
  const nothing = { text: '', html: '' };
  const { questions, labels, signIn, roles, orNationalId, unknownDevice, ...letters } = mailTexts(
    language,
    deployment,
  ).people;
  const button = (path: string, label: string) =>
    dashboardUrl ? linkButton(deployment, new URL(path, dashboardUrl).href, label) : nothing;
  // Customers of the service have an account, but no dashboard to be sent to.
  const hasDashboard = maySignIn(role, deployment.allowedRoles);
  const doorway = hasDashboard ? button('auth/login', signIn) : nothing;
  const centreOf = (): MailContent => {
    if ('link' in news) {
      const link = linkButton(deployment, news.link, letters[news.what].button);
      if (news.what !== 'invitation' || !deployment.flags.nationalId) return link;
      const otherWay = above(orNationalId, doorway);
      return { text: `${link.text}\n\n${otherWay.text}`, html: `${link.html}\n${otherWay.html}` };
    }
    if (isAboutWebhook(news)) return button(`dashboard/webhooks/${news.id}`, letters[news.what].button);
    if (isAboutServiceAccount(news)) return button('dashboard/service-accounts', letters[news.what].button);
    if (news.what === 'registered' || news.what === 'manager_admitted')
      return button(`dashboard/users/${news.id}`, letters[news.what].button);
    if (news.what === 'known' || news.what === 'approved') return doorway;
    if (news.what === 'unsuspended') return hasDashboard ? above(letters.unsuspended.calendars, doorway) : nothing;
    if (news.what === 'password_changed') {
      const { calendars, button: label } = letters.password_changed;
      return news.hasFeeds ? above(calendars, button('dashboard/calendar-feeds', label)) : nothing;
    }
    if (news.what === 'new_device') {
      const { day, time } = clockOf(deployment.timeZone)(news.at);
      const { browser, system } = news.device;
      const device = [browser, system].filter((name) => name !== null).join(', ') || unknownDevice;
      return factTable(
        [
          [labels.device, device],
          [labels.time, `${shownDay(day)} ${time}`],
        ],
        deployment,
      );
    }
    if (news.what !== 'suspended' && news.what !== 'rejected') return nothing;
    const until = news.what === 'suspended' ? news.until : null;
    return factTable(
      [
        [labels.reason, news.reason],
        [labels.until, until && shownEnd(until, deployment.timeZone)],
      ],
      deployment,
    );
  };
  return {
    letter: { warning: questions, ...letters[news.what] },
    centre: centreOf(),
    values: {
      ...('name' in news ? { name: news.name } : {}),
      ...('email' in news ? { email: news.email } : {}),
      ...('url' in news ? { url: news.url } : {}),
      ...('validFor' in news ? { hours: String(news.validFor / hour), days: String(news.validFor / hour / 24) } : {}),
      ...('role' in news ? { role: roles[news.role] } : {}),
    },
    calendars: [],
    until: null,
  };
}

/** The section about shorter periods of retention: what each would delete, and the way to the page. */
export function retentionSection(
  deployment: Deployment,
  { periods }: Extract<NotificationEvent, { about: 'retention' }>,
  { language }: Pick<Reading, 'language'>,
  dashboardUrl: string | null,
): Section {
  const { labels, kinds, none, button, ...letter } = mailTexts(language, deployment).retention;
  const number = new Intl.NumberFormat(localeOf(language, deployment.country));
  const tables = periods.map(({ kind, days, inForce, due, oldest }) =>
    factTable(
      [
        [labels.kind, kinds[kind]],
        [labels.inForce, inForce === null ? none : number.format(inForce)],
        [labels.days, number.format(days)],
        [labels.due, number.format(due)],
        [labels.oldest, oldest && shownDay(dayAt(oldest, deployment.timeZone))],
      ],
      deployment,
    ),
  );
  const page = dashboardUrl && linkButton(deployment, new URL('dashboard/retention', dashboardUrl).href, button);
  const parts = [...tables, ...(page ? [page] : [])];
  return {
    letter,
    centre: { text: parts.map(({ text }) => text).join('\n\n'), html: parts.map(({ html }) => html).join('\n') },
    values: {},
    calendars: [],
    until: null,
  };
}

/** The sections about a request and about a job: a sentence, and the way to the page. */
export function sentenceSection(
  deployment: Deployment,
  event: Extract<NotificationEvent, { about: 'request' | 'job' }>,
  { language, now }: Pick<Reading, 'language' | 'now'>,
  { dashboardUrl, path }: { dashboardUrl: string | null; path: string | null },
): Section {
  const words = mailTexts(language, deployment);
  const { warning } = event.about === 'request' ? words.request : words.job;
  const { subject, lead } = event.about === 'request' ? words.request[event.what] : words.job[event.what];
  const button = event.about === 'request' ? words.request.button : words.job[event.what].button;
  const number = new Intl.NumberFormat(localeOf(language, deployment.country));
  return {
    letter: { subject, lead, warning },
    centre:
      dashboardUrl === null || path === null
        ? { text: '', html: '' }
        : linkButton(deployment, new URL(path.replace(/^\//, ''), dashboardUrl).href, button),
    values:
      event.about === 'job' ? { done: number.format(event.done), total: number.format(event.done + event.failed) } : {},
    calendars: [],
    until: event.about === 'request' ? new Date(now.getTime() + requestIsNews) : null,
  };
}

/** The section about reservations of an import: a sentence, and the way to the list. */
export function importedSection(
  deployment: Deployment,
  { count }: Extract<NotificationEvent, { about: 'imported' }>,
  { language }: Pick<Reading, 'language'>,
  address: string | null,
): Section {
  const { imported, warning } = mailTexts(language, deployment).reservation;
  const { button, ...letter } = imported;
  return {
    letter: { ...letter, warning },
    centre: address === null ? { text: '', html: '' } : linkButton(deployment, address, button),
    values: { count: new Intl.NumberFormat(localeOf(language, deployment.country)).format(count) },
    calendars: [],
    until: null,
  };
}

/** The section about an absence: a sentence, and the way to it. */
export function absenceSection(
  deployment: Deployment,
  { what, starts, ends, name, bookings }: Extract<NotificationEvent, { about: 'absence' }>,
  { language }: Pick<Reading, 'language'>,
  address: string | null,
): Section {
  const { button, warning, ...letters } = mailTexts(language, deployment).absence;
  const { day, time } = clockOf(deployment.timeZone)(starts);
  const [first, last] = [
    time === '00:00' ? shownDay(day) : `${shownDay(day)} ${time}`,
    shownEnd(ends, deployment.timeZone),
  ];
  return {
    letter: { ...letters[what], warning },
    centre: address === null ? { text: '', html: '' } : linkButton(deployment, address, button),
    values: {
      name,
      dates: first === last ? first : `${first} – ${last}`,
      count: new Intl.NumberFormat(localeOf(language, deployment.country)).format(bookings),
    },
    calendars: [],
    until: ends,
  };
}

/** The lead of a section that does not open a mail: some languages begin it in small letters after the greeting. */
export function laterLead(
  { letter: { lead }, values }: Pick<Section, 'letter' | 'values'>,
  general: Record<string, string>,
): string {
  const [first = '', ...rest] = fill(lead, { ...general, ...values });
  return first.toLocaleUpperCase() + rest.join('');
}
