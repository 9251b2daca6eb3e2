import type { Schema } from '../../db/schema.ts';

/**
 * The use of the columns of a table. `facts` describe a person: they are exported, and an erasure removes them. `proofs`
 * let a person sign in: they are removed and never exported. `people` are ids of people, which mean nothing once the
 * people are erased. `other` columns say nothing about a person by themselves; they are exported with the facts.
 */
type Uses<Column> = Partial<Record<'facts' | 'proofs' | 'people' | 'other', readonly Column[]>>;

/**
 * The use of every column of the database. A test compares it with the database: a new column needs an entry here and, if it
 * is a fact, a source in `sources.ts`.
 */
export const personalColumns: { [Table in keyof Schema]: Uses<keyof Schema[Table]> } = {
  absences: {
    facts: ['absence_kind', 'absence_note'],
    people: ['interpreter_id'],
    other: ['id', 'first_day', 'last_day', 'time_from', 'time_to', 'starts', 'ends', 'state', 'created', 'version'],
  },
  interpreter_preferences: {
    facts: ['preference', 'preference_reason'],
    people: ['customer_id', 'interpreter_id'],
    other: ['id', 'partner_id', 'created', 'version'],
  },
  app_versions: { other: ['platform', 'version', 'released'] },
  audit_entries: {
    facts: ['person_email', 'before', 'after'],
    people: ['person_id'],
    other: ['id', 'at', 'request_id', 'act', 'collection', 'record_id'],
  },
  closure_categories: {
    other: ['id', 'title', 'position', 'parent_id', 'main', 'parent_main', 'group', 'created', 'version'],
  },
  calendar_feeds: {
    facts: ['name'],
    proofs: ['token_hash'],
    people: ['user_id'],
    other: ['id', 'covers', 'department_id', 'created', 'used'],
  },
  /** Telephone numbers of services, which the mobile app shows. */
  contacts: { other: ['id', 'name', 'phoneNumber', 'created', 'version'] },
  departments: { other: ['id', 'name', 'version'] },
  /** Names of objects without a content, until they are deleted. */
  dropped_objects: { other: ['object', 'dropped'] },
  /** Rows are gone a minute after the form was closed. */
  editors: { proofs: ['session'], people: ['person_id'], other: ['form', 'kind', 'record_id', 'expires'] },
  erased_people: { people: ['id', 'platform_subjects'], other: ['at'] },
  external_ids: { people: ['record_id'], facts: ['external_id'], other: ['kind', 'created'] },
  erasures: { people: ['erased_by', 'person_hash'], other: ['id', 'at', 'counts'] },
  feedback: {
    facts: ['notes', 'search_text'],
    people: ['interpreter_id'],
    other: [
      'id',
      'interpretation_id',
      'rating',
      'video_quality',
      'interpreter_quality',
      'waiting_seconds',
      'created',
      'requested',
      'channel',
      'session_mode',
      'service_kind',
      'location_type',
      'partner_id',
    ],
  },
  figure_hours: {
    other: [
      'hour',
      'channel',
      'session_mode',
      'service_kind',
      'location_type',
      'requests',
      'answered',
      'abandoned',
      'waiting',
      'unknown',
      'waiting_seconds',
      'in_time',
      'ended',
      'duration_seconds',
      'ratings',
      'rating_sum',
      'merged',
    ],
  },
  file_chunks: { facts: ['bytes'], other: ['content_id', 'position'] },
  file_contents: {
    people: ['uploaded_by'],
    other: ['id', 'begun', 'kept', 'reserved', 'key_id', 'data_key', 'plain_from', 'object'],
  },
  files: {
    facts: ['name', 'sha256'],
    people: ['uploaded_by'],
    other: ['id', 'purpose', 'media_type', 'size', 'width', 'height', 'created', 'collection', 'record_id', 'version'],
  },
  /** The subject of a national ID is a proof: its source leaves it out of exports. */
  identities: { facts: ['subject'], people: ['user_id'], other: ['id', 'kind', 'issuer', 'linked'] },
  idempotency_keys: {
    facts: ['answer'],
    proofs: ['request_hash'],
    people: ['person_id'],
    other: ['key', 'status', 'created', 'expires'],
  },
  /** Rows of files; they are gone a day after the import. */
  import_rows: {
    facts: ['cells', 'issues', 'changes', 'before'],
    people: ['record_id'],
    other: ['import_id', 'number', 'result', 'version', 'left_because', 'created'],
  },
  imports: {
    facts: ['file_name'],
    people: ['created_by', 'acted_by'],
    other: [
      'id',
      'kind',
      'state',
      'error',
      'encoding',
      'delimiter',
      'sheet',
      'sheets',
      'headers',
      'mapping',
      'rows',
      'progress',
      'only_good',
      'notifies',
      'people_to_notify',
      'counts',
      'created',
      'written',
      'undone',
    ],
  },
  interpretations: {
    facts: ['address', 'phone', 'note', 'closure_note', 'search_text'],
    people: ['customer_id', 'interpreter_id'],
    other: [
      'id',
      'channel',
      'service_kind',
      'session_mode',
      'location_type',
      'queue_type',
      'category',
      'created',
      'started',
      'ended',
      'end_unknown',
      'kind',
      'caption_type',
      'partner_id',
      'closure_category_id',
      'outcome',
      'waiting_seconds',
      'duration_seconds',
      'version',
    ],
  },
  job_tasks: { other: ['job_id', 'task_id'] },
  jobs: { people: ['created_by'], other: ['id', 'kind', 'created'] },
  known_devices: { proofs: ['token_hash'], people: ['user_id'], other: ['created', 'expires', 'has_signed_in'] },
  legal_holds: {
    facts: ['reason'],
    people: ['person_id', 'created_by'],
    other: ['id', 'created', 'ends', 'lifted', 'version'],
  },
  list_counts: { other: ['name', 'count', 'counted', 'claimed'] },
  /** The details of a link to a national ID are a proof: their source leaves them out of exports. */
  mailed_links: {
    facts: ['details'],
    proofs: ['token_hash', 'session_hash'],
    people: ['user_id'],
    other: ['purpose', 'number', 'created', 'expires'],
  },
  mail_outbox: {
    facts: ['recipient', 'subject', 'text_body', 'html_body', 'calendars', 'failure'],
    other: ['id', 'created', 'due', 'until', 'tries'],
  },
  otp_challenges: {
    proofs: ['token_hash', 'session_hash', 'code_hash', 'provider_session', 'id_token'],
    people: ['user_id'],
    other: ['created', 'expires', 'guesses', 'sent', 'used', 'purpose', 'mail_id', 'identity_id'],
  },
  partner_categories: { other: ['id', 'name', 'created', 'version'] },
  partner_ids: { other: ['id'] },
  /** Addresses and numbers of the organisation. */
  partners: {
    other: [
      'id',
      'name',
      'contact_email',
      'phone',
      'category_id',
      'website',
      'custom_website',
      'slug',
      'address',
      'visibleInApp',
      'display_venue',
      'restrict_sessions',
      'created',
      'version',
      'logo_id',
    ],
  },
  passkeys: {
    facts: ['name'],
    proofs: ['credential_id', 'public_key'],
    people: ['user_id'],
    other: ['id', 'counter', 'transports', 'created', 'used'],
  },
  platform_events: { people: ['subject'], other: ['source', 'event_id', 'type', 'at', 'received', 'account_id'] },
  platform_objects: { other: ['source', 'name', 'recording_id', 'file_id', 'created'] },
  platform_subjects: {
    facts: ['facts'],
    people: ['external_id', 'record_id', 'customer'],
    other: ['source', 'kind', 'partner', 'waiting', 'changed'],
  },
  platform_uploads: {
    other: [
      'id',
      'account_id',
      'source',
      'name',
      'length',
      'received',
      'writer',
      'media_type',
      'hash_state',
      'created',
    ],
  },
  presence: { people: ['user_id'], other: ['online_since'] },
  queue_priorities: { other: ['queue_type', 'priority', 'version'] },
  recordings: {
    other: [
      'id',
      'interpretation_id',
      'media_kind',
      'state',
      'duration_seconds',
      'size',
      'error',
      'created',
      'expires',
      'version',
      'captions_language',
    ],
  },
  reservation_interpreters: {
    facts: ['message', 'language_reason'],
    people: ['interpreter_id', 'booked_by'],
    other: ['reservation_id', 'period', 'response', 'responded', 'takes_part'],
  },
  /** Rows are gone after ten seconds; what they contain is then in the tables of reservations, mails and notifications. */
  reservation_undos: {
    people: ['person_id'],
    other: ['reservation_id', 'until', 'version', 'before', 'news', 'deliveries'],
  },
  reservation_offers: {
    facts: ['message'],
    people: ['made_by'],
    other: ['id', 'reservation_id', 'deadline', 'approves', 'next', 'made'],
  },
  reservations: {
    facts: ['name', 'address', 'link', 'note', 'answer', 'search_text'],
    people: ['customer_id', 'answered_by'],
    other: [
      'id',
      'status',
      'starts',
      'ends',
      'location_type',
      'created',
      'version',
      'partner_id',
      'service_kind',
      'emergency',
      'languages',
      'answered',
      'interpreters_needed',
    ],
  },
  retention_periods: {
    people: ['confirmed_by'],
    other: ['kind', 'days', 'since', 'last_run', 'deleted', 'announced_days', 'announced'],
  },
  saved_views: { facts: ['name', 'address'], people: ['person_id'], other: ['id', 'screen', 'created', 'version'] },
  schedules: {
    facts: ['address'],
    people: ['interpreter_id'],
    other: [
      'id',
      'zone',
      'first_day',
      'last_day',
      'repeat',
      'time_from',
      'time_to',
      'location_type',
      'travel_time',
      'request_type',
      'communication_type',
      'allow_reservations',
      'emergency',
      'source',
      'days_out',
      'created',
      'version',
    ],
  },
  schema_migrations: { other: ['name', 'sha256', 'applied', 'runs_previous'] },
  /** Keys of the deployment. */
  secrets: { other: ['name', 'value'] },
  security_events: {
    facts: ['person_email', 'address', 'user_agent'],
    people: ['person_id', 'subject_id'],
    other: ['id', 'at', 'event', 'reason', 'object', 'object_id', 'rows', 'columns', 'request_id'],
  },
  security_forwarding: { other: ['id', 'due', 'tries', 'failure'] },
  security_forwards: { other: ['event_id'] },
  service_accounts: {
    proofs: ['secret_hash', 'former_hash'],
    people: ['created_by'],
    other: ['id', 'name', 'scopes', 'networks', 'created', 'expires', 'former_until', 'used'],
  },
  sessions: {
    facts: ['user_agent'],
    proofs: ['token_hash', 'provider_session', 'id_token'],
    people: ['user_id'],
    other: ['id', 'created', 'expires', 'used', 'authenticated', 'identity_id', 'last_write'],
  },
  shifts: {
    facts: ['address'],
    people: ['interpreter_id'],
    other: [
      'id',
      'schedule_id',
      'zone',
      'day',
      'time_from',
      'time_to',
      'starts',
      'ends',
      'occupied',
      'location_type',
      'travel_time',
      'request_type',
      'communication_type',
      'allow_reservations',
      'emergency',
      'state',
      'changed_alone',
      'version',
      'series_day',
    ],
  },
  sign_in_challenges: { proofs: ['challenge_hash', 'session_hash', 'token_hash'], other: ['purpose', 'expires'] },
  service_level: { other: ['seconds'] },
  sliders: { other: ['id', 'title', 'position', 'created', 'version'] },
  tasks: { other: ['id', 'kind', 'subject_id', 'state', 'tries', 'due', 'claim', 'error', 'ended'] },
  /** Keys are hashes, and rows are gone within a day. */
  throttles: { other: ['scope', 'key_hash', 'hits', 'ends'] },
  totp_secrets: {
    proofs: ['secret', 'recovery_hashes'],
    people: ['user_id'],
    other: ['created', 'confirmed', 'used', 'last_step'],
  },
  users: {
    facts: [
      'email',
      'first_name',
      'last_name',
      'personal_number_last4',
      'phone',
      'suspension_reason',
      'rejection_reason',
      'search_text',
    ],
    proofs: ['password_hash'],
    people: ['id'],
    other: [
      'role',
      'approval_status',
      'department_id',
      'social_registered',
      'language',
      'suspended_at',
      'suspension_expires',
      'access_ended',
      'created',
      'version',
      'partner_id',
      'languages',
      'has_managed',
    ],
  },
  venues: { other: ['id', 'partner_id', 'name', 'address', 'created', 'version'] },
  video_categories: { other: ['id', 'name', 'created', 'version'] },
  videos: {
    other: [
      'id',
      'partner_id',
      'title',
      'category_id',
      'url',
      'created',
      'version',
      'file_id',
      'captions_id',
      'captions_language',
    ],
  },
  notifications: {
    facts: ['title'],
    people: ['user_id'],
    other: ['id', 'kind', 'path', 'subject_id', 'event_key', 'created', 'read'],
  },
  notification_settings: { facts: ['email'], people: ['user_id'], other: ['changed'] },
  push_messages: { other: ['id', 'subscription_id', 'notification_id', 'due', 'until', 'tries'] },
  push_subscriptions: {
    proofs: ['session_hash', 'endpoint', 'p256dh', 'auth'],
    people: ['user_id'],
    other: ['id', 'enabled', 'created', 'used'],
  },
  /** Receivers of events; a delivery has ids of people and no names. */
  webhook_attempts: { other: ['id', 'delivery_id', 'at', 'milliseconds', 'status', 'failure', 'answer'] },
  webhook_deliveries: {
    people: ['subject_id', 'data'],
    other: ['id', 'webhook_id', 'type', 'state', 'created', 'due', 'until', 'tries', 'ended', 'transaction'],
  },
  webhook_failures: { other: ['webhook_id', 'since'] },
  signing_keys: { proofs: ['data_key'], other: ['id', 'webhook_id', 'key_id', 'created', 'expires'] },
  webhooks: {
    people: ['created_by'],
    other: ['id', 'url', 'description', 'event_types', 'enabled', 'disabled_because', 'created', 'version'],
  },
};

/** The columns that leave the system with an export: neither proofs nor texts that repeat others. */
export function exportedColumns(table: keyof Schema): string[] {
  const { facts = [], people = [], other = [] } = personalColumns[table];
  return [...people, ...facts, ...other].filter((name) => name !== 'search_text' && name !== 'version');
}

/** The problems of the map, compared with the columns of the database: one sentence each, with the remedy. */
export function unmappedColumns(columns: readonly { table: string; column: string }[]): string[] {
  const file = 'server/resources/privacy/personalColumns.ts';
  const known = new Map<string, Uses<string>>(Object.entries(personalColumns));
  return columns.flatMap(({ table, column }) => {
    const uses = known.get(table);
    if (!uses) return [`The table ${table} is missing in ${file}: state the use of each of its columns.`];
    const named = Object.values(uses).filter((names) => names.includes(column)).length;
    if (named === 1) return [];
    return [
      `The column ${table}.${column} is named ${named} times in ${file}: name it once, as a fact about a person, a proof, an id of a person, or other. A fact also needs a source in sources.ts.`,
    ];
  });
}
