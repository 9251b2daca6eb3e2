import type { ColumnType, InsertType, Kysely, SelectType, UpdateType } from 'kysely';
import type { AbsenceKind, AbsenceState } from '../../contract/absenceNames.ts';
import type { ApprovalStatus } from '../../contract/approval.ts';
import type { FeedCoverage } from '../../contract/calendarFeedLimits.ts';
import type { FilePurpose, FileType } from '../../contract/filePurposes.ts';
import type {
  CaptionType,
  Channel,
  LocationType,
  MediaKind,
  Outcome,
  QueueType,
  RecordingState,
  RequestKind,
  ServiceKind,
  SessionMode,
} from '../../contract/interpretations.ts';
import type { InterpretingLanguage } from '../../contract/interpretingCodes.ts';
import type { TaskState } from '../../contract/jobs.ts';
import type { Language } from '../../contract/languages.ts';
import type { NotificationKind } from '../../contract/notificationKinds.ts';
import type { Erasure } from '../../contract/privacy.ts';
import type { Preference } from '../../contract/preferenceNames.ts';
import type { Platform } from '../../contract/platforms.ts';
import type { InterpreterResponse, OfferNext, ReservationStatus } from '../../contract/reservations.ts';
import type { Role } from '../../contract/roles.ts';
import type { Repeat, ScheduleSource } from '../../contract/schedules.ts';
import type { ServiceScope } from '../../contract/serviceAccountNames.ts';
import type { ShiftState } from '../../contract/schedules.ts';
import type { AttemptFailure, DeliveryState, DisabledReason, WebhookEventType } from '../../contract/webhookLimits.ts';
import type { IdentityKind, LinkDetails, LinkPurpose } from '../auth/mailedLinks.ts';
import type { CalendarFile } from '../mail/mailer.ts';
import type { ReadOnly, Schema } from './schema.ts';

type JsonObject = Record<string, unknown>;

type Terms = { location_type: LocationType; request_type: Channel; communication_type: ServiceKind };

/** A trigger sets it to the last position if it is omitted. */
type Position = ColumnType<number, number | undefined>;

/** Narrower types for columns of the schema. */
type Known<
  Changes extends {
    [Table in keyof Changes]: Table extends keyof Schema
      ? { [Name in keyof Changes[Table]]: Name extends keyof Schema[Table] ? unknown : never }
      : never;
  },
> = Changes;

/**
 * Columns with narrower types than SQL can express. A plain type is the type of the value; the schema tells whether the
 * column is nullable or optional. A `ReadOnly` or `ColumnType` replaces the column's type completely.
 */
type Narrower = Known<{
  absences: { absence_kind: AbsenceKind; state: AbsenceState };
  app_versions: { platform: Platform };
  calendar_feeds: { covers: FeedCoverage };
  audit_entries: { before: ColumnType<JsonObject | null>; after: ColumnType<JsonObject | null> };
  closure_categories: { position: Position };
  interpreter_preferences: { preference: Preference };
  /** Written as JSON text. */
  erasures: { counts: ColumnType<Erasure['counts'], string, never> };
  feedback: {
    /** Columns of the request, copied by a trigger. */
    requested: ReadOnly<Date>;
    channel: ReadOnly<Channel>;
    session_mode: ReadOnly<SessionMode>;
    service_kind: ReadOnly<ServiceKind>;
    location_type: ReadOnly<LocationType>;
    partner_id: ReadOnly<string | null>;
  };
  figure_hours: {
    channel: Channel;
    session_mode: SessionMode;
    service_kind: ServiceKind;
    location_type: LocationType;
  };
  files: { purpose: FilePurpose; media_type: FileType };
  identities: { kind: IdentityKind };
  /** Written as JSON text. */
  idempotency_keys: { answer: ColumnType<unknown, string | null, string | null> };
  interpretations: {
    kind: RequestKind;
    channel: Channel;
    service_kind: ServiceKind;
    caption_type: CaptionType;
    session_mode: SessionMode;
    location_type: LocationType;
    queue_type: QueueType;
    outcome: Outcome;
  };
  /** Written as JSON text. */
  mail_outbox: { calendars: ColumnType<CalendarFile[], string | undefined, never> };
  otp_challenges: { purpose: 'sign_in' | 'reauthenticate' };
  platform_uploads: { media_type: FileType };
  queue_priorities: { queue_type: QueueType };
  recordings: { media_kind: MediaKind; state: RecordingState };
  /** A trigger maintains `period`. */
  reservation_interpreters: { response: InterpreterResponse; period: ReadOnly<string | null> };
  reservation_offers: { next: OfferNext };
  reservations: {
    status: ReservationStatus;
    location_type: LocationType;
    service_kind: ServiceKind;
    languages: InterpretingLanguage[];
  };
  /** Written as JSON text. */
  mailed_links: { purpose: LinkPurpose; details: ColumnType<LinkDetails[LinkPurpose], string, never> };
  notifications: { kind: NotificationKind };
  schedules: Terms & { repeat: Repeat; source: ScheduleSource };
  service_accounts: { scopes: ServiceScope[] };
  shifts: Terms & { state: ShiftState };
  sliders: { position: Position };
  tasks: { state: TaskState };
  webhook_attempts: { failure: AttemptFailure };
  /** Written as JSON text. */
  webhook_deliveries: {
    type: WebhookEventType | 'test';
    state: DeliveryState;
    data: ColumnType<JsonObject, string, never>;
  };
  webhooks: { event_types: WebhookEventType[]; disabled_because: DisabledReason };
  users: {
    role: Role;
    approval_status: ApprovalStatus;
    language: Language;
    languages: InterpretingLanguage[];
    /** Whether they are, or once were, a manager or an owner; maintained by a trigger. */
    has_managed: ReadOnly<boolean>;
  };
}>;

type Unwritable<Written, Value, Kept> = [Written] extends [never] ? never : Value | Extract<Written, Kept>;

/** A column of the schema with a narrower type. */
type Narrowed<Column, Value> = ColumnType<
  Value | Extract<SelectType<Column>, null>,
  Unwritable<InsertType<Column>, Value, null | undefined>,
  Unwritable<UpdateType<Column>, Value, null>
>;

/** The row's version, incremented by a trigger with every change. */
type VersionOf<Column> = SelectType<Column> extends number ? ReadOnly<number> : Column;

type ColumnOf<Column, Name, Changes> = Name extends keyof Changes
  ? Changes[Name] extends ColumnType<unknown, unknown, unknown>
    ? Changes[Name]
    : Narrowed<Column, Changes[Name]>
  : Name extends 'version'
    ? VersionOf<Column>
    : Column;

/** Every table of a deployment's database. */
export type Tables = {
  [Table in keyof Schema]: {
    [Name in keyof Schema[Table]]: ColumnOf<
      Schema[Table][Name],
      Name,
      Table extends keyof Narrower ? Narrower[Table] : unknown
    >;
  };
};

/** The database of a deployment, or a transaction of it. */
export type Db = Kysely<Tables>;
