import type { ColumnType, Generated } from 'kysely';
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
import type { FilePurpose, FileType } from '../../contract/filePurposes.ts';
import type { TaskState } from '../../contract/jobs.ts';
import type { Language } from '../../contract/languages.ts';
import type { Role } from '../../contract/roles.ts';
import type { ApprovalStatus } from '../../contract/approval.ts';
import type { Platform } from '../../contract/platforms.ts';
import type { InterpreterResponse, ReservationStatus } from '../../contract/reservations.ts';
import type { Repeat, ScheduleSource } from '../../contract/schedules.ts';
import type { ShiftState } from '../../contract/shifts.ts';
import type { CalendarFile } from '../mail/mailer.ts';

/** An instant: read as a Date, written as one. */
type Instant = ColumnType<Date, Date, Date>;
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** The row's version: the database raises it with every change. */
type Version = ColumnType<number, never, never>;

type DepartmentsTable = { id: string; name: string; version: Version };

type UsersTable = {
  id: string;
  email: string;
  password_hash: string | null;
  first_name: string;
  last_name: string;
  role: Role;
  approval_status: Generated<ApprovalStatus>;
  department_id: string | null;
  personal_number_last4: string | null;
  phone: string | null;
  social_registered: Generated<boolean>;
  language: Language | null;
  suspended_at: MaybeInstant;
  suspension_reason: string | null;
  suspension_expires: MaybeInstant;
  languages: Generated<InterpretingLanguage[]>;
  created: Instant;
  /** Made by the database of names, e-mail and phone (migration 011). */
  search_text: ColumnType<string, never, never>;
  /** Whose people they are; only of the role `partner`. */
  partner_id: string | null;
  /** Whether they are, or have ever been, a manager or an owner; kept by the database (migration 033). */
  has_managed: ColumnType<boolean, never, never>;
  version: Version;
};

type SessionsTable = { token_hash: Buffer; user_id: string; created: Instant; expires: Instant };

type OtpChallengesTable = {
  token_hash: Buffer;
  user_id: string;
  code_hash: Buffer;
  mail_id: string | null;
  created: Instant;
  expires: Instant;
  guesses: Generated<number>;
  sent: Instant;
  used: MaybeInstant;
  /** What the code is good for. */
  purpose: Generated<'sign_in' | 'change_email'>;
};

type KnownDevicesTable = { token_hash: Buffer; user_id: string; created: Instant; expires: Instant };

type ThrottlesTable = { scope: string; key_hash: Buffer; hits: number; ends: Instant };

type InterpretationsTable = {
  id: string;
  kind: Generated<RequestKind>;
  channel: Channel;
  service_kind: Generated<ServiceKind>;
  caption_type: CaptionType | null;
  session_mode: SessionMode;
  location_type: LocationType;
  queue_type: QueueType;
  category: string;
  customer_id: string | null;
  partner_id: string | null;
  interpreter_id: string | null;
  created: Instant;
  started: MaybeInstant;
  ended: MaybeInstant;
  /** `outcome` and both durations follow from the three instants, in the database. */
  outcome: ColumnType<Outcome, never, never>;
  waiting_seconds: ColumnType<number | null, never, never>;
  duration_seconds: ColumnType<number | null, never, never>;
  address: string | null;
  phone: string | null;
  note: string | null;
  closure_category_id: string | null;
  closure_note: string | null;
  search_text: ColumnType<string, never, never>;
  version: Version;
};

type RecordingsTable = {
  id: string;
  interpretation_id: string;
  media_kind: MediaKind;
  state: Generated<RecordingState>;
  duration_seconds: number | null;
  size: number | null;
  error: string | null;
  created: Instant;
  expires: Instant;
  version: Version;
};

type TasksTable = {
  id: ColumnType<number, never, never>;
  kind: string;
  subject_id: string;
  state: Generated<TaskState>;
  tries: Generated<number>;
  due: Instant;
  claim: string | null;
  error: string | null;
  ended: MaybeInstant;
};

type JobsTable = { id: string; kind: string; created: Instant };

type JobTasksTable = { job_id: string; task_id: number };

type FeedbackTable = {
  id: string;
  interpretation_id: string;
  interpreter_id: string | null;
  rating: number;
  video_quality: number | null;
  interpreter_quality: number | null;
  notes: string | null;
  waiting_seconds: number;
  created: Instant;
  /** Those of the request, kept by the database. */
  requested: ColumnType<Date, never, never>;
  channel: ColumnType<Channel, never, never>;
};

type PresenceTable = { user_id: string; online_since: Instant };

type AppVersionsTable = { platform: Platform; version: string; released: Instant };

type ContactsTable = { id: string; name: string; phoneNumber: string; created: Instant; version: Version };

type PartnerCategoriesTable = { id: string; name: string; created: Instant; version: Version };

type SavedViewsTable = {
  id: string;
  person_id: string;
  screen: string;
  name: string;
  address: string;
  created: Instant;
  version: Version;
};

type PartnersTable = {
  id: string;
  name: string;
  contact_email: string | null;
  phone: string | null;
  category_id: string | null;
  website: string | null;
  custom_website: string | null;
  slug: string;
  address: string | null;
  visibleInApp: Generated<boolean>;
  display_venue: Generated<boolean>;
  restrict_sessions: Generated<boolean>;
  logo_id: string | null;
  created: Instant;
  version: Version;
};

type VenuesTable = {
  id: string;
  partner_id: string;
  name: string;
  address: string | null;
  created: Instant;
  version: Version;
};

type VideoCategoriesTable = { id: string; name: string; created: Instant; version: Version };

type VideosTable = {
  id: string;
  partner_id: string;
  title: string;
  category_id: string | null;
  url: string | null;
  file_id: string | null;
  created: Instant;
  version: Version;
};

type QueuePrioritiesTable = { queue_type: QueueType; priority: number; version: Version };

type JsonObject = Record<string, unknown>;

type AuditEntriesTable = {
  id: ColumnType<number, never, never>;
  at: Instant;
  person_id: string | null;
  person_email: string | null;
  request_id: string | null;
  act: string;
  collection: string;
  record_id: string;
  before: JsonObject | null;
  after: JsonObject | null;
};

type IdempotencyKeysTable = {
  person_id: string;
  key: string;
  request_hash: Buffer;
  status: number;
  answer: ColumnType<unknown, string | null, string | null>;
  created: Instant;
  expires: Instant;
};

type PasswordResetsTable = { token_hash: Buffer; user_id: string; created: Instant; expires: Instant };

type EmailChangesTable = {
  token_hash: Buffer;
  user_id: string;
  email: string;
  session_hash: Buffer;
  created: Instant;
  expires: Instant;
};

type EmailUndosTable = {
  token_hash: Buffer;
  /** Counts up: a later change has a higher one. */
  number: ColumnType<number, never, never>;
  user_id: string;
  email: string;
  created: Instant;
  expires: Instant;
};

type NationalIdentitiesTable = { id: string; issuer: string; subject_key: Buffer; user_id: string; linked: Instant };

type NationalIdentityLinksTable = {
  token_hash: Buffer;
  issuer: string;
  subject_key: Buffer;
  user_id: string;
  created: Instant;
  expires: Instant;
};

type OpenidStatesTable = { state_hash: Buffer; token_hash: Buffer; created: Instant; expires: Instant };

type RegistrationsTable = {
  token_hash: Buffer;
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  language: Language | null;
  created: Instant;
  expires: Instant;
};

/** What a shift is for, and where; the same for a series and for one day of it. */
type TermsColumns = {
  interpreter_id: string;
  zone: string;
  time_from: string;
  time_to: string;
  location_type: LocationType;
  address: string | null;
  travel_time: number;
  request_type: Channel;
  communication_type: ServiceKind;
  allow_reservations: boolean;
  emergency: boolean;
};

type SchedulesTable = TermsColumns & {
  id: string;
  first_day: string;
  last_day: string;
  repeat: Repeat;
  source: ScheduleSource;
  days_out: Generated<string[]>;
  created: Instant;
  version: Version;
};

type ShiftsTable = TermsColumns & {
  id: string;
  schedule_id: string;
  day: string;
  /** The day of the series that it stands for. */
  series_day: string;
  starts: Instant;
  ends: Instant;
  /** Written as a range of two instants; read only within SQL. */
  occupied: ColumnType<string, string, string>;
  state: Generated<ShiftState>;
  changed_alone: Generated<boolean>;
  version: Version;
};

type ReservationsTable = {
  id: string;
  name: string;
  status: Generated<ReservationStatus>;
  starts: Instant;
  ends: Instant;
  location_type: LocationType;
  address: string | null;
  link: string | null;
  customer_id: string | null;
  partner_id: string | null;
  service_kind: Generated<ServiceKind>;
  emergency: Generated<boolean>;
  interpreters_needed: Generated<number>;
  languages: Generated<InterpretingLanguage[]>;
  note: string | null;
  answer: string | null;
  answered: MaybeInstant;
  answered_by: string | null;
  created: Instant;
  /** Made by the database of name, address and note (migration 024). */
  search_text: ColumnType<string, never, never>;
  version: Version;
};

type ReservationInterpretersTable = {
  reservation_id: string;
  interpreter_id: string;
  /** What it takes of the interpreter's time; kept by the database, read only within SQL. */
  period: ColumnType<string | null, never, never>;
  response: Generated<InterpreterResponse>;
  responded: MaybeInstant;
};

type MailOutboxTable = {
  id: string;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  /** Read as it was written, and written as JSON text. */
  calendars: ColumnType<CalendarFile[], string | undefined, never>;
  created: Instant;
  due: Instant;
  until: Instant;
  tries: Generated<number>;
  failure: string | null;
};

type FileContentsTable = { id: string; begun: Instant; kept: Generated<boolean> };

type FileChunksTable = { content_id: string; position: number; bytes: Buffer };

type FilesTable = {
  id: string;
  purpose: FilePurpose;
  name: string;
  media_type: FileType;
  size: number;
  sha256: Buffer;
  width: number | null;
  height: number | null;
  uploaded_by: string | null;
  created: Instant;
  collection: string | null;
  record_id: string | null;
  version: Version;
};

type SlidersTable = {
  id: string;
  title: string;
  /** Given by the database: the last place. */
  position: Generated<number>;
  created: Instant;
  version: Version;
};

type ClosureCategoriesTable = {
  id: string;
  title: string;
  /** Given by the database: the last place among its own. */
  position: Generated<number>;
  parent_id: string | null;
  main: ColumnType<boolean, never, never>;
  group: string | null;
  created: Instant;
  version: Version;
};

type SecretsTable = { name: string; value: Buffer };

/** Every table of a deployment's database, as `migrations/` makes them. */
export type Tables = {
  departments: DepartmentsTable;
  users: UsersTable;
  sessions: SessionsTable;
  otp_challenges: OtpChallengesTable;
  known_devices: KnownDevicesTable;
  throttles: ThrottlesTable;
  interpretations: InterpretationsTable;
  recordings: RecordingsTable;
  tasks: TasksTable;
  jobs: JobsTable;
  job_tasks: JobTasksTable;
  feedback: FeedbackTable;
  presence: PresenceTable;
  app_versions: AppVersionsTable;
  contacts: ContactsTable;
  partner_categories: PartnerCategoriesTable;
  saved_views: SavedViewsTable;
  partners: PartnersTable;
  venues: VenuesTable;
  video_categories: VideoCategoriesTable;
  videos: VideosTable;
  queue_priorities: QueuePrioritiesTable;
  audit_entries: AuditEntriesTable;
  idempotency_keys: IdempotencyKeysTable;
  password_resets: PasswordResetsTable;
  email_changes: EmailChangesTable;
  email_undos: EmailUndosTable;
  national_identities: NationalIdentitiesTable;
  national_identity_links: NationalIdentityLinksTable;
  openid_states: OpenidStatesTable;
  registrations: RegistrationsTable;
  schedules: SchedulesTable;
  shifts: ShiftsTable;
  reservations: ReservationsTable;
  reservation_interpreters: ReservationInterpretersTable;
  mail_outbox: MailOutboxTable;
  file_contents: FileContentsTable;
  file_chunks: FileChunksTable;
  files: FilesTable;
  secrets: SecretsTable;
  sliders: SlidersTable;
  closure_categories: ClosureCategoriesTable;
};
