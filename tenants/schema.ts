import Type, { type Static, type TSchema, type TSchemaOptions } from 'typebox';
import { emailPattern } from '../contract/emailAddress.ts';
import { flagDefaults, type ManifestFlag } from '../contract/flags.ts';
import { languages } from '../contract/languages.ts';
import { longestRetention, type RetentionKind, shortestRetention } from '../contract/retentionKinds.ts';
import { staffRoles } from '../contract/roles.ts';
import { excessRules } from '../contract/workingTimeNames.ts';
import { manifestDefaults, type WorkingTime as WorkingTimeLimits } from './inheritance.ts';
import { SingleSignOn } from './singleSignOn.ts';
import { weekdays } from './weekdays.ts';

/** The waves in which deployments are shipped, in their order. */
export const rings = ['stage', 'first', 'rest'] as const;

const colour = (description: string) =>
  Type.String({ description: `${description} As #rrggbb.`, pattern: '^#[0-9a-fA-F]{6}$' });

const country = (description: string) =>
  Type.Union([Type.String({ pattern: '^[A-Z]{2}$' }), Type.Null()], {
    description: `${description} ISO 3166 alpha-2 in capitals, or null.`,
  });

/** Effect of each flag, shown by editors. */
const flagEffects: Record<ManifestFlag, string> = {
  twoFactor: 'Sign-in asks for the six-digit code from e-mail.',
  nationalId: 'Sign-in with the national ID (OpenID Connect), route /auth/openid.',
  registration: '/auth/register and the link to it.',
  demoAuth: 'The local demo sign-in under /auth/jwt/*.',
  online: 'Online interpretations.',
  live: "Live (offline, on-site) interpretations, and 'site' as a location.",
  relay: 'VRS mode and its queue.',
  transcription: 'Service kinds transcription and both, and caption types.',
  recordings: "Recordings, and 'process pending recordings'.",
  reservations: "Reservations, and 'allow reservations' on shifts.",
  emergencySchedules: 'Emergency schedules.',
  absences: 'Absences of interpreters: illness, leave, training.',
  queues: 'Queue priorities.',
  departments: 'Departments, and the department field of users and reports.',
  videos: 'Partner videos.',
  sliders: 'Slider images.',
  feedback: 'Feedback, and the average on the overview.',
};

const flagProperties = Object.fromEntries(
  Object.entries(flagEffects).map(([flag, effect]) => [
    flag,
    Type.Boolean({ description: `${effect} Usually ${flagDefaults[flag as ManifestFlag] ? 'on' : 'off'}.` }),
  ]),
) as Record<ManifestFlag, ReturnType<typeof Type.Boolean>>;

/** The colours that a deployment chooses; every colour token of the interface is generated from them. */
export const PaletteSeeds = Type.Object(
  {
    accent: colour(
      'The accent in light mode, used unchanged: primary button, active navigation entry, focus. At least 3:1 to the ground.',
    ),
    accentDark: Type.Optional(
      colour('The accent in dark mode, used unchanged. Default: the accent, lightened where contrast requires it.'),
    ),
    highlight: colour('The second colour of the brand: sign-in panel and charts, adjusted where contrast requires it.'),
    panel: Type.Optional(colour('The ground of the sign-in panel. Default: a dark shade of the accent.')),
    neutral: Type.Optional(
      colour('The colour whose hue tints grounds, borders and text. Default: the hue of the accent.'),
    ),
  },
  {
    additionalProperties: false,
    description: 'The colours from which all others are generated, light and dark.',
  },
);
/** The colours that a deployment chooses. */
export type PaletteSeeds = Static<typeof PaletteSeeds>;

/** What is deleted, and what limits the period, shown by editors. */
const retentionTexts: Record<RetentionKind, string> = {
  recordings: 'a recording and its files. It applies to new recordings: each one has its own end.',
  security_events: 'an event of the security log. At least 30: the log must show what an intruder did.',
  audit: 'the personal values of an entry of the audit log. At least 365: owners must be able to follow a change.',
  interpretations:
    'a request with its feedback and recordings; reports of that time lose it. At least 731: reports compare two years.',
  reservations: 'a reservation with its files, counted from its end. At least 366: it proves what was ordered.',
  absences: 'an absence, counted from its end. At least 31. Illness is data about health.',
  feedback: 'feedback. At least 731: reports compare two years.',
};

const retentionDays = (kind: RetentionKind, texts: TSchemaOptions = {}) =>
  Type.Integer({ minimum: shortestRetention[kind], maximum: longestRetention, ...texts });

const retentionText = (kind: RetentionKind, never = '') => ({
  description: `Days after which the backend deletes ${retentionTexts[kind]}${never}`,
  default: manifestDefaults.retention[kind],
});

const neededDays = (kind: RetentionKind) => retentionDays(kind, retentionText(kind));

const optionalDays = (kind: RetentionKind) =>
  Type.Union([retentionDays(kind), Type.Null()], retentionText(kind, ' Null: never.'));

const Retention = Type.Object(
  {
    recordings: neededDays('recordings'),
    security_events: neededDays('security_events'),
    audit: optionalDays('audit'),
    interpretations: optionalDays('interpretations'),
    reservations: optionalDays('reservations'),
    absences: optionalDays('absences'),
    feedback: optionalDays('feedback'),
  },
  {
    additionalProperties: false,
    description:
      'How long data is kept, per kind. A shorter period is in force once an owner has seen what it deletes, and confirmed it (/dashboard/retention).',
  },
);

const time = (text: string) => Type.String({ description: text, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });

const OfficeHours = Type.Object(
  {
    days: Type.Array(Type.Enum([...weekdays]), {
      minItems: 1,
      uniqueItems: true,
      description: 'For example, "monday".',
    }),
    from: time('The begin of each of these days, "08:00".'),
    until: time('The end of each of these days, "17:00"; "00:00" is midnight at its end.'),
  },
  { additionalProperties: false },
);

const hoursUpTo = (maximum: number) => ({ minimum: 1, maximum });

const workingLimit = (
  name: keyof WorkingTimeLimits,
  description: string,
  { minimum, maximum }: { minimum: number; maximum: number },
) =>
  Type.Object(
    {
      limit: Type.Integer({
        minimum,
        maximum,
        description: 'The limit.',
        default: manifestDefaults.workingTime[name].limit,
      }),
      onExcess: Type.Enum([...excessRules], {
        description: '"off": nothing is said. "warn": planners see it. "refuse": it is not saved, either.',
        default: manifestDefaults.workingTime[name].onExcess,
      }),
    },
    { additionalProperties: false, description },
  );

const WorkingTime = Type.Object(
  {
    hoursPerDay: workingLimit('hoursPerDay', 'Hours of the shifts of a person that begin on one day.', hoursUpTo(24)),
    hoursPerWeek: workingLimit('hoursPerWeek', 'The same in a week, from Monday.', hoursUpTo(168)),
    rest: workingLimit(
      'rest',
      'Hours between two shifts. Shifts that lie within a day of work (24 hours less these) are parted by a break.',
      hoursUpTo(23),
    ),
    aloneMinutes: workingLimit('aloneMinutes', 'Minutes of a reservation that one interpreter takes alone.', {
      minimum: 15,
      maximum: 1440,
    }),
  },
  { additionalProperties: false, description: 'The limits of the hours that interpreters work.' },
);

/** A deployment's manifest after `extends` and defaults. */
export const Manifest = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'The schema with which editors check and complete this file.' })),
    id: Type.String({
      description: 'The name of the deployment’s folder.',
      pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
      maxLength: 40,
    }),
    extends: Type.Optional(
      Type.String({
        description:
          'The deployment that this one varies, for example a stage. Missing properties are copied from it, except id, brand and version.',
      }),
    ),
    brand: Type.String({ description: 'The brand name shown to users.', minLength: 3, maxLength: 40 }),
    customer: Type.Optional(
      Type.String({
        description:
          'Who this deployment belongs to; no bundle contains it. Brands of different customers may not be similar.',
        minLength: 1,
        maxLength: 60,
      }),
    ),
    country: country('The deployment’s country.'),
    stage: Type.Boolean({ description: 'Whether this deployment is for testing releases.' }),
    timeZone: Type.String({ description: 'The IANA time zone in which times are entered and shown.' }),
    version: Type.String({ description: 'Semantic version of this deployment; not inherited by "extends".' }),
    ring: Type.Optional(
      Type.Enum([...rings], {
        description:
          'The wave in which "npm run ship -- --affected" ships this deployment: stages, then the first real ones, then the rest. Default: "stage" for a stage, else "rest". Not inherited by "extends"; no bundle contains it.',
      }),
    ),
    languages: Type.Array(Type.Enum([...languages]), {
      description: 'The languages offered; the first is the default. ee is Estonian.',
      minItems: 1,
      uniqueItems: true,
    }),
    palette: PaletteSeeds,
    drawing: Type.Optional(
      Type.Integer({
        description:
          'Another drawing of lines for the sign-in panel. Default: the one that follows from the brand name.',
        minimum: 1,
        maximum: 99,
      }),
    ),
    progress: colour('The page-load progress bar. At least 3:1 to the light and to the dark ground.'),
    flags: Type.Object(flagProperties, {
      additionalProperties: false,
      description: 'Each feature, on or off; all are required.',
    }),
    allowedRoles: Type.Array(Type.Enum([...staffRoles]), {
      description: 'The roles that may use the dashboard.',
      minItems: 1,
      uniqueItems: true,
      default: manifestDefaults.allowedRoles,
    }),
    reservedQueuePriorities: Type.Array(Type.Integer({ minimum: 1, maximum: 99 }), {
      description: 'Queue priorities reserved for the emergency queue.',
      uniqueItems: true,
      default: manifestDefaults.reservedQueuePriorities,
    }),
    recordingReason: Type.Boolean({
      description: 'Whether users must give a reason before they open a recording; the audit log records it.',
      default: manifestDefaults.recordingReason,
    }),
    recordingWatermark: Type.Boolean({
      description: 'Whether the viewer’s name and the time are shown over films of recordings while they play.',
      default: manifestDefaults.recordingWatermark,
    }),
    retention: Retention,
    sessionHours: Type.Integer({
      description: 'Hours after which a session ends, however much it is used.',
      minimum: 1,
      maximum: 168,
      default: manifestDefaults.sessionHours,
    }),
    sessionIdleMinutes: Type.Union([Type.Integer({ minimum: 5, maximum: 1440 }), Type.Null()], {
      description:
        'Minutes without use after which a session ends; without keys and pointer on a page that is open. Null: sessions do not end for this reason.',
      default: manifestDefaults.sessionIdleMinutes,
    }),
    handBackHours: Type.Integer({
      description:
        'Hours before an approved reservation until which its interpreters may hand it back. Later a planner ends the assignment.',
      minimum: 0,
      maximum: 720,
      default: manifestDefaults.handBackHours,
    }),
    answerHours: Type.Integer({
      description:
        'Hours after which planners are told that nobody has answered a new reservation, counted within officeHours.',
      minimum: 1,
      maximum: 168,
      default: manifestDefaults.answerHours,
    }),
    leaveNeedsApproval: Type.Boolean({
      description:
        'Whether a planner approves absences that interpreters ask for, besides illness. If not, they are in force at once.',
      default: manifestDefaults.leaveNeedsApproval,
    }),
    serviceLevelSeconds: Type.Integer({
      description: 'The service level is the share of requests answered within this many seconds.',
      minimum: 1,
      maximum: 3600,
      default: manifestDefaults.serviceLevelSeconds,
    }),
    workingTime: WorkingTime,
    holidays: Type.Union([Type.String({ pattern: '^[A-Z]{2}(-[A-Z0-9]{1,6}){0,2}$' }), Type.Null()], {
      description:
        'Whose public holidays the calendar shows: a country, and a region in it, as date-holidays names them: "LT", "CA-BC". Null: none.',
      default: manifestDefaults.holidays,
    }),
    officeHours: Type.Union([OfficeHours, Type.Null()], {
      description: 'When planners are at work, in timeZone. Null: around the clock.',
      default: manifestDefaults.officeHours,
    }),
    singleSignOn: Type.Union([SingleSignOn, Type.Null()], {
      description:
        'Signing in with the accounts of the provider’s own organisation (OpenID Connect). Null: there is none.',
      default: manifestDefaults.singleSignOn,
    }),
    webPush: Type.Boolean({
      description: 'Whether people may have push messages on their devices, through the services of browser makers.',
      default: manifestDefaults.webPush,
    }),
    phoneCountry: country('The country whose phone numbers need no country code.'),
    support: Type.Object(
      {
        email: Type.String({ description: 'Support e-mail address.', pattern: emailPattern }),
        phone: Type.Union([Type.String({ pattern: '^\\+[1-9][0-9 ]{5,18}[0-9]$' }), Type.Null()], {
          description: 'Support phone number with + and country code, or null.',
        }),
        url: Type.Union([Type.String({ pattern: '^https://[^\\s/]+(/\\S*)?$' }), Type.Null()], {
          description: 'Support page, https, or null.',
        }),
      },
      { additionalProperties: false, description: 'The support contact shown to users.' },
    ),
    securityContact: Type.Optional(
      Type.String({
        description:
          'Where people report vulnerabilities: an e-mail address or an https page, for security.txt. Default: the support page and the support e-mail address. No bundle contains it.',
        pattern: '^([^\\s@:/]+@[^\\s@/]+\\.[^\\s@/]+|https://[^\\s/]+(/\\S*)?)$',
        maxLength: 200,
      }),
    ),
  },
  { additionalProperties: false },
);
/** A deployment's manifest after `extends` and defaults. */
export type Manifest = Static<typeof Manifest>;

const withoutRequired = (schema: TSchema) =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'required'));

/**
 * The JSON Schema of `manifest.json`, written to `manifest.schema.json`. With `extends` only id, brand and version are required,
 * without it every property that has no default.
 */
export function manifestFileSchema(): object {
  const { required, properties, ...rest } = Manifest;
  const nested = ['palette', 'flags', 'support'] as const;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Deployment manifest',
    description: 'All settings of a deployment except its logos. Checked by: npm run tenants -- check',
    ...rest,
    properties: {
      ...properties,
      ...Object.fromEntries([...nested, 'retention' as const].map((name) => [name, withoutRequired(properties[name])])),
      workingTime: {
        ...withoutRequired(properties.workingTime),
        properties: Object.fromEntries(
          Object.entries(properties.workingTime.properties).map(([name, limit]) => [name, withoutRequired(limit)]),
        ),
      },
    },
    required: ['id', 'brand', 'version'],
    if: { required: ['extends'] },
    else: {
      required: required.filter((name) => !(name in manifestDefaults)),
      properties: Object.fromEntries(nested.map((name) => [name, { required: properties[name].required }])),
    },
  };
}
