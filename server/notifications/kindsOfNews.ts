import type { NotificationKind } from '../../contract/notificationKinds.ts';
import type { AbsenceNews, AccountNews, NotificationEvent, ReservationNews } from './events.ts';

type WebhookNews = Extract<AccountNews, { what: `webhook_${string}` }>;
type ServiceAccountNews = Extract<AccountNews, { what: `service_account_${string}` }>;

/** News for people who cannot open the dashboard, or with a link that only an e-mail may contain. */
const mailedOnly: ReadonlySet<AccountNews['what']> = new Set([
  ...(['registration', 'invitation', 'known', 'rejected', 'deleted', 'erased', 'access_ended'] as const),
  ...(['email_confirm', 'national_id_confirm', 'identity_confirm', 'email_undo', 'email_left'] as const),
]);

/** Whether news about an account are about a webhook. */
export function isAboutWebhook(news: AccountNews): news is WebhookNews {
  return news.what.startsWith('webhook_');
}

/** Whether news about an account are about the account of another system. */
export function isAboutServiceAccount(news: AccountNews): news is ServiceAccountNews {
  return news.what.startsWith('service_account_');
}

/** Whether news are told by e-mail only. */
export function isMailedOnly(event: NotificationEvent): boolean {
  return event.about === 'account' && mailedOnly.has(event.what);
}

/** The kinds of news to planners; others about reservations are of the kind `reservations`. */
const planningKinds: Partial<Record<ReservationNews, NotificationKind>> = {
  needs_answer_again: 'coverage',
  declined: 'coverage',
  handed_back: 'coverage',
  tomorrow: 'coverage',
  offer_over: 'coverage',
  offer_widened: 'coverage',
  added: 'new_reservations',
  unanswered: 'unanswered',
};

/** News that wait for a decision of planners, and the decisions that end them. */
const waiting: ReadonlySet<ReservationNews> = new Set(['added', 'unanswered', 'tomorrow']);
const deciding: ReadonlySet<ReservationNews> = new Set(['approved', 'rejected', 'cancelled', 'deleted']);

/** What events settle: nobody needs to look at earlier news about it any more. */
export function settledBy(events: readonly NotificationEvent[]): string[] {
  return events.flatMap((event) =>
    event.about === 'reservation' && deciding.has(event.what) ? event.reservation : [],
  );
}

/** News after which the reader can no longer open the reservation. */
const isGone: ReadonlySet<ReservationNews> = new Set([
  ...(['deleted', 'taken_off'] as const),
  ...(['offer_taken', 'offer_ended', 'offer_withdrawn', 'offer_changed'] as const),
]);

/** News about absences to planners; others are to the person. */
const toPlanners: ReadonlySet<AbsenceNews> = new Set(['reported', 'requested', 'withdrawn']);

const kindOfRequest = { emergency: 'emergencies', waiting: 'requests', offered: 'offers' } as const;

/** The kind of an event. */
export function kindOf(event: NotificationEvent): NotificationKind {
  if (event.about === 'shift') return 'shifts';
  if (event.about === 'absence') return toPlanners.has(event.what) ? 'coverage' : 'shifts';
  if (event.about === 'reservation') return planningKinds[event.what] ?? 'reservations';
  if (event.about === 'imported') return 'new_reservations';
  if (event.about === 'request') return kindOfRequest[event.what];
  if (event.about === 'job') return 'jobs';
  if (event.about === 'retention') return 'retention';
  if (event.what === 'registered') return 'approvals';
  return event.what === 'webhook_disabled' ? 'operations' : 'security';
}

type Of<About extends NotificationEvent['about']> = Extract<NotificationEvent, { about: About }>;

function pathOfShifts({ shifts }: Of<'shift'>): string {
  const [first] = shifts.toSorted((a, b) => a.starts.getTime() - b.starts.getTime());
  return `/dashboard/calendar${first ? `?day=${first.day}` : ''}`;
}

function pathOfReservation({ what, reservation }: Of<'reservation'>): string {
  return `/dashboard/reservations${isGone.has(what) ? '' : `/${reservation}`}`;
}

function pathOfRequest(event: Of<'request'>): string {
  if (event.what === 'offered') return '/dashboard';
  return `/dashboard/${event.channel === 'live' ? 'offline' : 'online'}/${event.request}`;
}

function pathOfAccount(event: Of<'account'>): string {
  if (event.what === 'registered' || event.what === 'manager_admitted') return `/dashboard/users/${event.id}`;
  if (isAboutWebhook(event)) return `/dashboard/webhooks/${event.id}`;
  if (isAboutServiceAccount(event)) return '/dashboard/service-accounts';
  return event.what === 'calendar_feed_ended' ? '/dashboard/calendar-feeds' : '/dashboard/sign-in';
}

/** The page of the dashboard that an event is about. */
export function pathOf(event: NotificationEvent): string {
  if (event.about === 'shift') return pathOfShifts(event);
  if (event.about === 'reservation') return pathOfReservation(event);
  if (event.about === 'absence') return `/dashboard/absences/${event.absence}`;
  if (event.about === 'imported') return '/dashboard/reservations';
  if (event.about === 'request') return pathOfRequest(event);
  if (event.about === 'job') return event.what === 'import' ? '/dashboard/imports' : '/dashboard/online';
  return event.about === 'retention' ? '/dashboard/retention' : pathOfAccount(event);
}

/** What an event is about, if it can end before anybody has read of it. */
export function subjectOf(event: NotificationEvent): string | null {
  if (event.about === 'reservation') return waiting.has(event.what) ? event.reservation : null;
  return event.about === 'request' ? event.request : null;
}

/** The name of an event that may come again; null: every event is another one. */
export function eventKeyOf(event: NotificationEvent): string | null {
  if (event.about === 'request') return `request ${event.request} ${event.what}`;
  if (event.about === 'reservation') return event.key ?? null;
  return event.about === 'job' ? `job ${event.job}` : null;
}
