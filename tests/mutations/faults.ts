/** A small fault: one place of one file, and the Jest suites that should notice it. */
export type Fault = {
  /** What goes wrong for somebody. */
  what: string;
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Path patterns of the suites to run. */
  tests: readonly string[];
};

const fault = (what: string, file: string, find: string, replace: string, ...tests: string[]): Fault => ({
  what,
  file,
  find,
  replace,
  tests,
});

const dates = 'src/lib/dates.ts';
const http = 'src/api/http.ts';
const period = 'src/features/reports/period.ts';
const plan = 'src/domain/coverage/plan.ts';
const filters = 'src/ui/list/filters.ts';
const facts = 'src/domain/interpretations/RequestFacts.tsx';
const closing = 'src/domain/interpretations/ClosingForm.tsx';
const requestPage = 'src/domain/interpretations';
const notices = 'src/features/reservations/Notices.tsx';
const shiftForm = 'src/features/calendar/shiftForm.ts';
const calendar = 'src/features/calendar';

/** Faults in the client. */
const inClient = [
  fault('The location of a request is not shown', facts, "t('location')", "t('address')", requestPage),
  fault('The phone number of a request is not shown', facts, '{phone ? <', '{phone && !phone ? <', requestPage),
  fault('The closure note is never sent', closing, 'closure_note: closure_note.trim() || null,', '', requestPage),
  fault('The closure category is never sent', closing, 'closure_category: closure_category || null,', '', requestPage),
  fault(
    'The notice “No interpreters in shift” is inverted',
    notices,
    'if (!no_interpreters_in_shift) return null;',
    'if (no_interpreters_in_shift) return null;',
    'src/features/reservations',
  ),
  fault(
    'An uncovered reservation has no warning',
    notices,
    'if (uncovered) {',
    'if (false) {',
    'src/features/reservations',
  ),
  fault(
    'The travel time is not sent',
    shiftForm,
    'travel_time: isSite ? Math.round(Number(values.travel_time.trim() || 0)) : 0',
    'travel_time: 0',
    calendar,
  ),
  fault('The emergency switch is not sent', shiftForm, 'emergency: values.emergency', 'emergency: false', calendar),
  fault(
    'A day is read month first',
    dates,
    "const { day = '', month = ''",
    "const { month: day = '', day: month = ''",
    dates.replace('.ts', ''),
    'FormDayField',
  ),
  fault(
    '30 February is accepted',
    dates,
    'read.toISOString().startsWith(iso)',
    'iso.length === 10',
    'src/lib/dates',
    'src/ui/list/filters',
  ),
  fault('Times are shown in UTC', dates, 'read.tz(zone).format(format)', 'read.utc().format(format)', 'src/lib/dates'),
  fault('The last day of a range is not counted', dates, '/ 86_400_000 + 1', '/ 86_400_000', 'src/lib/dates', 'period'),
  fault('The week begins on Sunday', dates, '.day() + 6) % 7', '.day()) % 7', 'src/lib/dates', calendar),
  fault(
    'A day ends a day early',
    dates,
    'startOfDay(addDays(day, 1), zone)).toISOString()',
    'startOfDay(day, zone)).toISOString()',
    'src/lib/dates',
    'src/features/users',
  ),
  fault(
    '24:00 is refused as an end',
    'src/lib/times.ts',
    "if (isEnd && time === '24:00') return '00:00';",
    '',
    'src/lib/times',
  ),
  fault('25:00 is accepted', 'src/lib/times.ts', '2[0-3]', '2[0-9]', 'src/lib/times'),
  fault('Seconds below ten have one digit', 'src/lib/numbers.ts', ".padStart(2, '0')", '', 'src/lib/numbers'),
  fault(
    'A missing mean is shown as 0',
    'src/lib/numbers.ts',
    "value === null || !Number.isFinite(value) ? '–' : format.format(value)",
    'format.format(value ?? 0)',
    'src/lib/numbers',
  ),
  fault('A cell may be a formula', 'src/lib/csv.ts', "formula.test(text) ? `'${text}` : text", 'text', 'src/lib/csv'),
  fault('Arrays are sent without brackets', http, "arrayFormat: 'brackets'", "arrayFormat: 'repeat'", 'src/api/http'),
  fault(
    'The token has another scheme',
    http,
    'Authorization: token ? `Token ${token}` : undefined',
    'Authorization: token ? `Bearer ${token}` : undefined',
    'src/api/http',
    'session.test',
  ),
  fault(
    'Writes are repeated without an idempotency key',
    http,
    "method === 'GET' || idempotencyKey !== undefined",
    'true',
    'src/api/http',
  ),
  fault('Reads are never repeated', http, 'const tries = 3;', 'const tries = 1;', 'src/api/http'),
  fault(
    'A 401 does not end the session',
    http,
    'if (error.status === 401 && !signsIn) session.refused(token);',
    '',
    'session.test',
  ),
  fault(
    'HTML counts as an answer',
    http,
    "if (isPage(response)) throw new ApiError('backend_unreachable');",
    '',
    'src/api/http',
    'src/api/answers',
  ),
  fault('The version is not sent with a change', http, "'If-Match': ifMatch || undefined,", '', 'src/features/users'),
  fault(
    'BACKEND_URL may contain a password',
    'src/api/config.ts',
    'url.username || url.password || ',
    '',
    'src/api/config',
  ),
  fault(
    'The configuration is waited for for 0.3 seconds only',
    'src/api/config.ts',
    'const configWait = 3000;',
    'const configWait = 300;',
    'src/api/config',
  ),
  fault('The last 7 days are 8', period, 'addDays(today, -6)', 'addDays(today, -7)', 'period'),
  fault(
    'Last month is this month',
    period,
    'last_month: { from: addMonths(month, -1), to: addDays(month, -1) }',
    'last_month: { from: month, to: today }',
    'period',
  ),
  fault(
    'A month is compared with days of another length',
    period,
    'this_month: { from: addMonths(range.from, -1), to: addMonths(range.to, -1) },',
    '',
    'period',
  ),
  fault('Long ranges are cut into days', period, 'if (days <= 62)', 'if (days <= 6200)', 'period'),
  fault(
    'One interpreter is proposed for two overlapping reservations',
    plan,
    '.flatMap(({ picks }) => picks),',
    '.flatMap(() => []),',
    'coverage/plan',
  ),
  fault('Somebody without a shift is proposed', plan, 'shift !== null && ', '', 'coverage/plan'),
  fault(
    'A reservation stays approved with too few interpreters',
    plan,
    "preferred === 'reassign' && !canReassign ? 'pending' : preferred",
    'preferred',
    'coverage/plan',
  ),
  fault(
    'A filter by many values sends one',
    filters,
    'filter.isMany ? [...values] : (values[0] ?? null)',
    'values[0] ?? null',
    'src/ui/list/filters',
    'src/features/users',
  ),
  fault(
    'Unknown values of a filter are sent',
    filters,
    '.filter((value) => filter.choices.some((choice) => choice.value === value))',
    '',
    'src/ui/list/filters',
  ),
  fault(
    'Signing out keeps the token',
    'src/session/tokenStore.ts',
    'else storage.remove(authKey);',
    '',
    'session.test',
  ),
  fault(
    'Everybody is initialised at once',
    'src/session/session.ts',
    'export const isInitializedAtom = atom(false);',
    'export const isInitializedAtom = atom(true);',
    'session.test',
  ),
  fault(
    'Errors hide the request id',
    'src/i18n/useErrorMessage.ts',
    "requestId ? `${message} (${t('app:requestId', { id: requestId })})` : message",
    'message',
    'src/ui/form/Form',
    'app.test',
  ),
  fault(
    'Scripts of other sites may load',
    'src/boot.ts',
    "url.origin === location.origin && url.pathname.startsWith('/assets/')",
    'true',
    'src/boot',
  ),
  fault('The queues have no flag', 'contract/kinds.ts', "    flag: 'queues',\n", '', 'src/app/gates'),
  fault(
    'Interpreters see the users in the navigation',
    'src/crud/defineFeature.ts',
    'mayRead(',
    '(() => () => true)(',
    'src/app/shell',
    'features/users',
  ),
  fault(
    'Anybody may open the queues',
    'src/crud/defineFeature.ts',
    '    permission: mayRead(kind),\n',
    '',
    'src/app/gates',
  ),
];

const limits = 'server/auth/limits.ts';
const auth = ['serverAuth', 'serverLockout'];
const rules = 'contract/recordRules.ts';
const series = 'server/schedule/series.ts';
const links = 'server/files/links.ts';
const figures = 'server/figures/figures.ts';
const decide = 'server/resources/reservations/acts/decide.ts';
const headers = 'scripts/build/headers.ts';

/** Faults in the server, the contract, the build and the tenants. */
const elsewhere = [
  fault(
    'Wrong passwords are counted for a minute',
    limits,
    "scope: 'password:pair', max: 10, window: 15 * minute",
    "scope: 'password:pair', max: 10, window: minute",
    ...auth,
  ),
  fault(
    'Sessions last a month',
    'server/resources/auth/admission.ts',
    'const end = created.getTime() + longest;',
    'const end = created.getTime() + 60 * longest;',
    ...auth,
  ),
  fault('Codes are valid for an hour', limits, 'otp: 10 * minute', 'otp: 60 * minute', ...auth),
  fault('A code may be guessed fifty times', limits, 'otpGuesses: 5', 'otpGuesses: 50', ...auth),
  fault(
    'Links to passwords last a day',
    limits,
    'passwordReset: hour',
    'passwordReset: 24 * hour',
    'serverUsers',
    ...auth,
  ),
  fault(
    'A network of IPv6 counts as many addresses',
    'server/auth/throttle.ts',
    '.slice(0, 4)',
    '.slice(0, 8)',
    'auth/throttle',
  ),
  fault('Codes have five digits', 'server/auth/secrets.ts', ".padStart(6, '0')", ".padStart(6, '0').slice(1)", ...auth),
  fault(
    'Codes are stored readable',
    'server/auth/secrets.ts',
    "createHmac('sha256', otpToken).update(code).digest()",
    'Buffer.from(code)',
    ...auth,
  ),
  fault(
    'Managers see owners',
    rules,
    'return !(hiddenRoles[role] as readonly Role[]).includes(other);',
    'return role !== other || true;',
    'serverUsers',
    'serverPermissions',
  ),
  fault('People may suspend themselves', rules, "if (user.id === person.id) return 'not_oneself';", '', 'serverUsers'),
  fault(
    'Managers take over accounts of managers',
    rules,
    "user.hasManaged && person.role !== 'owner' ? 'forbidden' : null",
    'null',
    'serverAccountTakeover',
  ),
  fault('A started shift may be changed', rules, 'starts > now && ', '', 'serverSchedules'),
  fault(
    'Recordings are open before they are ready',
    rules,
    "view: state === 'ready'",
    'view: true',
    'serverRecordings',
  ),
  fault(
    'Links of files never expire',
    links,
    "if (link.expires * 1000 <= now.getTime()) throw new ApiProblem('link_expired');",
    '',
    'serverFile',
  ),
  fault(
    'A link survives its session',
    links,
    "${id}\\n${expires}\\n${disposition}\\n${session.toString('hex')}",
    '${id}\\n${expires}\\n${disposition}',
    'serverFile',
  ),
  fault(
    'Changes need no version',
    'server/collection/etag.ts',
    "if (!matches(headers['if-match'], version)) throw new ApiProblem('precondition_failed');",
    '',
    'serverCollections',
  ),
  fault(
    'Unchanged lists are sent again',
    'server/collection/etag.ts',
    'if (known.includes(etag)) return reply.code(304).send();',
    '',
    'serverInterpretations',
  ),
  fault(
    'Weekday series include Saturday',
    series,
    'const friday = 5;',
    'const friday = 6;',
    'schedule/series',
    'serverSeries',
  ),
  fault(
    'The last day of a series is missing',
    series,
    'Math.floor(daysBetween(date, until) / every) + 1',
    'Math.floor(daysBetween(date, until) / every)',
    'schedule/series',
  ),
  fault(
    'Midnight is no end',
    'server/schedule/wallTime.ts',
    'time_to === midnight || time_to < time_from',
    'time_to !== midnight && time_to < time_from',
    'schedule/series',
    'serverSchedules',
  ),
  fault(
    'The way back takes no time',
    series,
    'to.getTime() + travel * minute',
    'to.getTime()',
    'schedule/series',
    'serverSchedules',
  ),
  fault(
    'Uncovered reservations may be approved',
    decide,
    'await assertCovered(trx, team, row);',
    '',
    'serverReservations',
  ),
  fault(
    'Nobody is notified of a decision',
    decide,
    'return [{ what: status, to: participantsOf(row) }];',
    'return [];',
    'serverNotifications',
  ),
  fault(
    'Who declines stays in the team',
    'contract/reservationRules.ts',
    "response !== 'declined' && response !== 'handed_back'",
    "response !== 'handed_back'",
    'serverResponses',
  ),
  fault(
    'Calendar files keep cancelled entries',
    'server/notifications/calendarFile.ts',
    "standing === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST",
    'ICalCalendarMethod.REQUEST',
    'calendarFile',
    'serverNotifications',
  ),
  fault(
    'Calendar files have a new UID each time',
    'server/notifications/calendarFile.ts',
    'id: `${kind}-${id}@${deployment}`',
    'id: `${kind}-${id}-${sequence}@${deployment}`',
    'calendarFile',
    'serverNotifications',
  ),
  fault(
    'The service level leaves out abandoned requests',
    figures,
    'answered + abandoned, 1',
    'answered, 1',
    'serverStatistics',
  ),
  fault(
    'The mean waiting time counts unanswered requests',
    figures,
    'mean(sums.waiting_seconds, answered, 0)',
    'mean(sums.waiting_seconds, requests, 0)',
    'serverStatistics',
  ),
  fault(
    'Weeks begin on Tuesday in reports',
    'server/figures/buckets.ts',
    '7 - weekday(day)',
    '8 - weekday(day)',
    'serverStatistics',
  ),
  fault(
    'Interpreters see the figures of others',
    'server/figures/selection.ts',
    "interpreters: scopeOf(person) === 'own' ? [person.id] : undefined,",
    '',
    'serverStatistics',
  ),
  fault(
    'Service level counts 60 seconds',
    'server/db/migrations/011_figures.sql',
    'sum(sign) filter (where waiting_seconds <= service_level_seconds())',
    'sum(sign) filter (where waiting_seconds <= service_level_seconds() + 30)',
    'serverStatistics',
  ),
  fault('Forms may be sent to other sites', headers, "    'form-action': \"'none'\",\n", '', 'build/headers'),
  fault(
    'Markup may be made from text',
    headers,
    "    'require-trusted-types-for': \"'script'\",\n",
    '',
    'build/headers',
  ),
  fault(
    'Pages may be framed',
    headers,
    "'X-Frame-Options': 'DENY'",
    "'X-Frame-Options': 'SAMEORIGIN'",
    'build/headers',
  ),
  fault('Text needs a contrast of 3', 'tenants/palette.ts', 'text: 4.5', 'text: 3', 'tenants/palette'),
  fault(
    'Language options of Iceland name IS',
    'contract/languages.ts',
    "country === 'IS' ? 'ISL' : (country ?? id)",
    'country ?? id',
    'tenants/manifest',
  ),
  fault(
    'A new deployment may look like another',
    'tenants/checks/collisions.ts',
    'if (namesAreSimilar(first.name, second.name)) found',
    'if (first.name === second.name) found',
    'tenants/badManifest',
  ),
  fault('A logo may contain a script', 'tenants/checks/logo.ts', "'script'", "'scripts'", 'tenants/checks/logo'),
  fault(
    'A series whose ways overlap is refused without naming its days',
    'server/resources/schedules/planning/obstacles.ts',
    ' || within.has(day)',
    '',
    'serverSchedules',
  ),
  ...[0, 1, 2].map((alignment) =>
    fault(
      `A logo as base64 is not found at alignment ${alignment}`,
      'scripts/build/isolation.ts',
      'return [0, 1, 2].map(',
      `return [0, 1, 2].filter((one) => one !== ${alignment}).map(`,
      'build/isolation',
    ),
  ),
  fault(
    'Durations over an hour lose their hours in Excel',
    'server/documents/xlsx.ts',
    '[m]:ss',
    'mm:ss',
    'serverExports',
  ),
  fault(
    'A time that the clocks skip moves by an hour',
    'server/schedule/wallTime.ts',
    "disambiguation: 'earlier'",
    "disambiguation: 'later'",
    'schedule/wallTime',
  ),
];

const release = 'scripts/ship/release.ts';
const shipping = 'scripts/ship/release.test.ts';

/** Faults on the way from a commit to a running deployment. */
const inReleases = [
  fault(
    'Rolling back trusts the ledger instead of the registry, and reports success without moving anything',
    release,
    'const isCurrent = sameImages(to.images, digestsOf(before));',
    'const isCurrent = last !== null && sameImages(to.images, last.images);',
    shipping,
  ),
  fault(
    'The tag “current” moves before the intent is recorded',
    release,
    'const intent = isOpen ? last : await',
    'await move(destination, stored, false);\n  const intent = isOpen ? last : await',
    shipping,
  ),
  fault(
    'A changed response header or nginx setting is no new content of an image',
    'scripts/image/contentOf.ts',
    'return canonical({\n    mediaType,',
    'return canonical({ annotations: without(annotations, revision) });\n  return canonical({\n    mediaType,',
    'scripts/image/contentOf.test.ts',
  ),
  fault(
    'A deployment whose brand is in the app fails the others',
    'scripts/build/isolation.ts',
    '!isFromApp || !isToBlame(owner))',
    '!isFromApp || isToBlame(owner))',
    'scripts/build/isolation.test.ts',
  ),
  fault(
    'The API image of a deployment has the manifests of all',
    'scripts/image/apiParts.ts',
    '    { path: `${folder}/manifest.json`, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\\n`) },',
    "    { path: `${folder}/manifest.json`, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\\n`) },\n    { path: `${folder}/../brazil/manifest.json`, content: readFileSync(join(tenants, 'brazil/manifest.json')) },",
    'scripts/image/apiParts.test.ts',
  ),
  fault(
    'A change of the server affects no deployment',
    'scripts/affected/apiState.ts',
    'return reasons.length > 0 || before.content === after.content ? reasons',
    'return reasons.length > 9 || before.content === after.content ? []',
    'scripts/affected/apiState.test.ts',
  ),
  fault(
    'A comment changes every bundle',
    'rspack.config.ts',
    '...(development ? [] : [withoutComments])',
    '...(development ? [] : [])',
    'tests/slow/buildReproducible.test.ts',
  ),
  fault(
    'A page takes the release that is served now for its own',
    'src/lib/release.ts',
    "document.querySelector<HTMLMetaElement>('meta[name=\"release\"]')?.content ?? ''",
    "''",
    'src/lib/loadChunk',
  ),
  fault(
    'An image keeps no scripts of the release before',
    'scripts/image/previousAssets.ts',
    'path.startsWith(assets) && !current',
    'path.startsWith(`${assets}none`) && !current',
    'image/previousAssets',
  ),
  fault(
    'The files that bundles share can be written to',
    'scripts/build/contentStore.ts',
    'chmodSync(draft, 0o444);',
    'chmodSync(draft, 0o644);',
    'scripts/build/contentStore.test.ts',
  ),
  fault(
    'A shared file that was edited is used again',
    'scripts/build/contentStore.ts',
    "return bytes && sha256 === hash('sha256', bytes) ?",
    'return bytes && sha256 ?',
    'scripts/build/contentStore.test.ts',
  ),
  fault(
    'The flag of a kind of record removes nothing',
    'contract/kinds.ts',
    "    path: 'queues',\n    flag: 'queues',",
    "    path: 'queues',",
    'src/app/gates',
  ),
];

const numbers = 'src/lib/numbers.ts';

/** Faults of leap days, boundaries, restarts and colours. */
const ofVariants = [
  fault(
    'A daily series skips 29 February',
    'server/schedule/series.ts',
    ').filter(on);',
    ").filter((day) => on(day) && !day.endsWith('-02-29'));",
    'server/schedule/series',
  ),
  fault(
    'A weekly series is a day late after a month',
    'server/schedule/series.ts',
    'addDays(date, index * every)',
    'addDays(date, index * every + (index > 4 ? 1 : 0))',
    'server/schedule/series',
  ),
  fault(
    'A duration of 59.6 seconds is a minute',
    numbers,
    'const whole = Math.floor(seconds);',
    'const whole = Math.round(seconds);',
    'src/lib/numbers',
  ),
  fault(
    'No minutes are shown as nothing',
    numbers,
    'minutes % 60 > 0 || minutes < 60',
    'minutes % 60 > 0',
    'src/lib/numbers',
  ),
  fault(
    'A month after 31 January is in March',
    dates,
    "dayjs.utc(day).add(months, 'month')",
    "dayjs.utc(day).add(months * 31, 'day')",
    'src/lib/dates',
  ),
  fault(
    'A restarted container keeps the old backend in its Content-Security-Policy',
    'docker/entrypoint.sh',
    '{\n  printf \'map "" $signboard_api',
    '[ -e "$run/api.conf" ] || {\n  printf \'map "" $signboard_api',
    'docker/entrypoint',
  ),
  fault(
    'Port 65535 is refused',
    'docker/entrypoint.sh',
    '[ "$1" -le 65535 ]',
    '[ "$1" -lt 65535 ]',
    'docker/entrypoint',
  ),
  fault(
    'A colour of a manifest may have three digits',
    'tenants/schema.ts',
    "pattern: '^#[0-9a-fA-F]{6}$'",
    "pattern: '^#[0-9a-fA-F]{3,8}$'",
    'tenants/badManifest',
  ),
];

/** Every fault; `node tests/mutations/run.ts` puts them in one at a time. */
export const faults: readonly Fault[] = [...inClient, ...elsewhere, ...inReleases, ...ofVariants];
