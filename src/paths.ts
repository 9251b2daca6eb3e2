import { kinds, type KindWithPages } from '../contract/kinds.ts';

type ParamNames<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

/** An address of the app: its pattern for the router, and a function that fills it in. */
export type Path<Pattern extends string = string> = {
  pattern: Pattern;
  /** The address with each `:name` filled in. */
  href: (...params: ParamNames<Pattern> extends never ? [] : [Record<ParamNames<Pattern>, string>]) => string;
};

function path<Pattern extends string>(pattern: Pattern): Path<Pattern> {
  return {
    pattern,
    href: (...params) => {
      const values: Record<string, string> = params[0] ?? {};
      return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    },
  };
}

/** The addresses of a kind of record: its list, one record, the form that changes it, and the form of a new one. */
type KindPaths<Place extends string> = {
  list: Path<`/dashboard/${Place}`>;
  create: Path<`/dashboard/${Place}/create`>;
  record: Path<`/dashboard/${Place}/:id`>;
  edit: Path<`/dashboard/${Place}/:id/edit`>;
};

const kindPaths = Object.fromEntries(
  Object.entries(kinds).flatMap(([kind, definition]) => {
    if (!('path' in definition)) return [];
    const list = `/dashboard/${definition.path}`;
    const record = `${list}/:id`;
    return [
      [kind, { list: path(list), create: path(`${list}/create`), record: path(record), edit: path(editHref(record)) }],
    ];
  }),
) as { [Each in KindWithPages]: KindPaths<(typeof kinds)[Each]['path']> };

/** The form of the record whose page is at `record`. */
export function editHref(record: string): string {
  return `${record}/edit`;
}

/** Whether an address is that of a record's form. */
export function isEdit(pathname: string): boolean {
  return /\/edit\/?$/.test(pathname);
}

/**
 * Every URL of the app (R58 to R85); no other file contains one. Those of a kind of record follow from its definition.
 */
export const paths = {
  ...kindPaths,
  home: path('/'),
  login: path('/auth/login'),
  enterCode: path('/auth/enter-code'),
  register: path('/auth/register'),
  forgotPassword: path('/auth/forgot-password'),
  resetPassword: path('/auth/reset-password'),
  confirmEmail: path('/auth/confirm-email'),
  undoEmail: path('/auth/undo-email'),
  openid: path('/auth/openid'),
  confirmNationalId: path('/auth/confirm-national-id'),
  singleSignOn: path('/auth/single-sign-on'),
  confirmWorkAccount: path('/auth/confirm-account'),
  demoLogin: path('/auth/jwt/login'),
  demoRegister: path('/auth/jwt/register'),
  dashboard: path('/dashboard'),
  online: path('/dashboard/online'),
  onlineInterpretation: path('/dashboard/online/:id'),
  onlineInterpretationEdit: path('/dashboard/online/:id/edit'),
  offline: path('/dashboard/offline'),
  offlineInterpretation: path('/dashboard/offline/:id'),
  offlineInterpretationEdit: path('/dashboard/offline/:id/edit'),
  shiftBlocked: path('/dashboard/reservations/blocking-reservations/shift/:id'),
  scheduleBlocked: path('/dashboard/reservations/blocking-reservations/schedule/:id'),
  reservationPlan: path('/dashboard/reservations/plan'),
  reports: path('/dashboard/reports'),
  partnerUsers: path('/dashboard/partners/:partner/users'),
  partnerUserCreate: path('/dashboard/partners/:partner/users/create'),
  closureOrder: path('/dashboard/closure/order'),
  ownPassword: path('/dashboard/reset-password'),
  ownEmail: path('/dashboard/email'),
  ownNationalIds: path('/dashboard/national-ids'),
  ownWorkAccounts: path('/dashboard/work-accounts'),
  ownSignIn: path('/dashboard/sign-in'),
  notifications: path('/dashboard/notifications'),
  notificationSettings: path('/dashboard/notifications/settings'),
  userApprovals: path('/dashboard/users/approvals'),
  userShifts: path('/dashboard/users/:id/shifts'),
  userAbsences: path('/dashboard/users/:id/absences'),
  userReservations: path('/dashboard/users/:id/reservations'),
  userRequests: path('/dashboard/users/:id/requests'),
  userFeedback: path('/dashboard/users/:id/feedback'),
  userSignIns: path('/dashboard/users/:id/sign-ins'),
  userPrivacy: path('/dashboard/users/:id/privacy'),
  userNationalIds: path('/dashboard/users/:id/national-ids'),
  userWorkAccounts: path('/dashboard/users/:id/work-accounts'),
  sliderOrder: path('/dashboard/sliders/order'),
  setup: path('/dashboard/setup'),
  administration: path('/dashboard/administration'),
  versions: path('/dashboard/versions'),
};

/** The pages that mailed links open, also while somebody is signed in. */
const mailedLinks = [
  paths.resetPassword,
  paths.confirmEmail,
  paths.undoEmail,
  paths.confirmNationalId,
  paths.confirmWorkAccount,
];

/** Whether a page is one that mailed links open. */
export function isMailedLink(pathname: string): boolean {
  return mailedLinks.some(({ pattern }) => pattern === pathname);
}

/** The list of pending reservations that are not over. */
export const openReservationsHref = `${paths.reservations.list.href()}?open=true`;

/** The list of reservations to come that are short of people. */
export const shortReservationsHref = `${paths.reservations.list.href()}?short=true`;

/** The plan that proposes interpreters for the reservations of some days that are short of people. */
export function planHref(from: string, to: string): string {
  return `${paths.reservationPlan.href()}?${new URLSearchParams({ from, to })}`;
}

/** The plan that proposes interpreters for these reservations. */
export function planOfHref(reservations: readonly string[]): string {
  return `${paths.reservationPlan.href()}?${new URLSearchParams({ reservation: reservations.join(',') })}`;
}

/** The list of approved reservations without coverage. */
export const uncoveredReservationsHref = `${paths.reservations.list.href()}?uncovered=true`;

/** The list of reservations that wait for the caller's own answer. */
export const unansweredReservationsHref = `${paths.reservations.list.href()}?unanswered=true`;

/** The list of online requests that wait for an answer. */
export const waitingOnlineHref = `${paths.online.href()}?outcome=waiting`;

/** The list of live requests that wait for an answer. */
export const waitingLiveHref = `${paths.offline.href()}?outcome=waiting`;

/** The query that the page of a user has while it is opened from the queue of those who wait for approval. */
export const approvalQueue = { name: 'queue', value: 'approvals' } as const;

/** The page of a user who waits for approval, as one of the queue. */
export function waitingUserHref(id: string): string {
  return `${paths.users.record.href({ id })}?${approvalQueue.name}=${approvalQueue.value}`;
}

/** The query parameter of the sign-in page with the address to return to (Q4). */
export const returnToParam = 'returnTo';

/** The sign-in page, with the address to return to. */
export function loginHref(returnTo?: string): string {
  if (!returnTo || returnTo === paths.dashboard.pattern) return paths.login.href();
  return `${paths.login.href()}?${new URLSearchParams({ [returnToParam]: returnTo })}`;
}

/**
 * The address to open after signing in: `returnTo` if it is a dashboard page of this origin, otherwise the dashboard. Prevents
 * open redirects.
 */
export function safeReturnTo(returnTo: string | null): string {
  const home = paths.dashboard.href();
  if (!returnTo || !URL.canParse(returnTo, location.origin)) return home;
  const url = new URL(returnTo, location.origin);
  const inside = url.pathname === home || url.pathname.startsWith(`${home}/`);
  return url.origin === location.origin && inside ? url.pathname + url.search + url.hash : home;
}
