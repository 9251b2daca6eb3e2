// Written by `node scripts/tables.ts` from the migrated database. Types that SQL cannot tell are in tables.ts.
import type { ColumnType, Generated } from 'kysely';

/** A column that only the database writes. */
export type ReadOnly<Value> = ColumnType<Value, never, never>;

/** Every table that the migrations make, with the types of its columns. */
export type Schema = {
  absences: {
    id: string;
    interpreter_id: string;
    first_day: string;
    last_day: string;
    time_from: string | null;
    time_to: string | null;
    starts: Date;
    ends: Date;
    absence_kind: string;
    absence_note: string | null;
    state: string;
    created: Date;
    version: Generated<number>;
  };
  app_versions: {
    platform: string;
    version: string;
    released: Date;
  };
  audit_entries: {
    id: ReadOnly<number>;
    at: Date;
    person_id: string | null;
    person_email: string | null;
    request_id: string | null;
    act: string;
    collection: string;
    record_id: string;
    before: unknown;
    after: unknown;
  };
  calendar_feeds: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    name: string;
    covers: string;
    department_id: string | null;
    created: Date;
    used: Date | null;
  };
  closure_categories: {
    id: string;
    title: string;
    position: number;
    parent_id: string | null;
    main: ReadOnly<boolean>;
    parent_main: ReadOnly<boolean | null>;
    group: string | null;
    created: Date;
    version: Generated<number>;
  };
  contacts: {
    id: string;
    name: string;
    phoneNumber: string;
    created: Date;
    version: Generated<number>;
  };
  departments: {
    id: string;
    name: string;
    version: Generated<number>;
  };
  dropped_objects: {
    object: string;
    dropped: Generated<Date>;
  };
  editors: {
    session: Buffer;
    form: string;
    person_id: string;
    kind: string;
    record_id: string;
    expires: Date;
  };
  erased_people: {
    id: string;
    at: Date;
    platform_subjects: Generated<string[]>;
  };
  erasures: {
    id: string;
    at: Date;
    erased_by: string | null;
    person_hash: Buffer;
    counts: unknown;
  };
  external_ids: {
    kind: string;
    external_id: string;
    record_id: string;
    created: Date;
  };
  feedback: {
    id: string;
    interpretation_id: string;
    interpreter_id: string | null;
    rating: number;
    video_quality: number | null;
    interpreter_quality: number | null;
    notes: string | null;
    waiting_seconds: number;
    created: Date;
    requested: Date;
    channel: string;
    session_mode: string;
    service_kind: string;
    location_type: string;
    partner_id: string | null;
    search_text: ReadOnly<string>;
  };
  figure_hours: {
    hour: Date;
    channel: string;
    session_mode: string;
    service_kind: string;
    location_type: string;
    requests: Generated<number>;
    answered: Generated<number>;
    abandoned: Generated<number>;
    waiting: Generated<number>;
    unknown: Generated<number>;
    waiting_seconds: Generated<number>;
    in_time: Generated<number>;
    ended: Generated<number>;
    duration_seconds: Generated<number>;
    ratings: Generated<number>;
    rating_sum: Generated<number>;
    merged: Generated<boolean>;
  };
  file_chunks: {
    content_id: string;
    position: number;
    bytes: Buffer;
  };
  file_contents: {
    id: string;
    begun: Date;
    kept: Generated<boolean>;
    uploaded_by: string | null;
    reserved: Generated<number>;
    key_id: string | null;
    data_key: Buffer | null;
    plain_from: Generated<number | null>;
    object: string | null;
  };
  files: {
    id: string;
    purpose: string;
    name: string;
    media_type: string;
    size: number;
    sha256: Buffer;
    width: number | null;
    height: number | null;
    uploaded_by: string | null;
    created: Date;
    collection: string | null;
    record_id: string | null;
    version: Generated<number>;
  };
  idempotency_keys: {
    person_id: string;
    key: string;
    request_hash: Buffer;
    status: number;
    answer: unknown;
    created: Date;
    expires: Date;
  };
  identities: {
    id: string;
    kind: string;
    issuer: string;
    subject: string;
    user_id: string;
    linked: Date;
  };
  import_rows: {
    import_id: string;
    number: number;
    cells: string[];
    result: string | null;
    issues: unknown;
    changes: unknown;
    record_id: string | null;
    before: unknown;
    version: number | null;
    left_because: string | null;
    created: Date;
  };
  imports: {
    id: string;
    kind: string;
    file_name: string;
    state: string;
    error: string | null;
    encoding: string | null;
    delimiter: string | null;
    sheet: string | null;
    sheets: string[];
    headers: string[];
    mapping: unknown;
    rows: number;
    progress: Generated<number>;
    only_good: Generated<boolean>;
    notifies: Generated<boolean>;
    people_to_notify: Generated<number>;
    counts: unknown;
    created: Date;
    created_by: string | null;
    acted_by: string | null;
    written: Date | null;
    undone: Date | null;
  };
  interpretations: {
    id: string;
    channel: string;
    service_kind: Generated<string>;
    session_mode: string;
    location_type: string;
    queue_type: string;
    category: string;
    kind: Generated<string>;
    caption_type: string | null;
    customer_id: string | null;
    interpreter_id: string | null;
    partner_id: string | null;
    created: Date;
    started: Date | null;
    ended: Date | null;
    end_unknown: Generated<boolean>;
    address: string | null;
    phone: string | null;
    note: string | null;
    closure_category_id: string | null;
    closure_note: string | null;
    outcome: ReadOnly<string>;
    waiting_seconds: ReadOnly<number | null>;
    duration_seconds: ReadOnly<number | null>;
    search_text: ReadOnly<string>;
    version: Generated<number>;
  };
  interpreter_preferences: {
    id: string;
    customer_id: string | null;
    partner_id: string | null;
    interpreter_id: string;
    preference: string;
    preference_reason: string | null;
    created: Date;
    version: Generated<number>;
  };
  job_tasks: {
    job_id: string;
    task_id: number;
  };
  jobs: {
    id: string;
    kind: string;
    created: Date;
    created_by: string | null;
  };
  known_devices: {
    token_hash: Buffer;
    user_id: string;
    created: Date;
    expires: Date;
    has_signed_in: Generated<boolean>;
  };
  legal_holds: {
    id: string;
    person_id: string;
    reason: string;
    created: Date;
    created_by: string | null;
    ends: Date;
    lifted: Date | null;
    version: Generated<number>;
  };
  list_counts: {
    name: Buffer;
    count: number;
    counted: Date;
    claimed: Date;
  };
  mail_outbox: {
    id: string;
    recipient: string;
    subject: string;
    text_body: string;
    html_body: string;
    calendars: Generated<unknown>;
    created: Date;
    due: Date;
    until: Date;
    tries: Generated<number>;
    failure: string | null;
  };
  mailed_links: {
    token_hash: Buffer;
    purpose: string;
    number: ReadOnly<number>;
    user_id: string | null;
    session_hash: Buffer | null;
    details: unknown;
    created: Date;
    expires: Date;
  };
  notification_settings: {
    user_id: string;
    email: boolean;
    changed: Date;
  };
  notifications: {
    id: string;
    user_id: string;
    kind: string;
    title: string;
    path: string | null;
    subject_id: string | null;
    event_key: string | null;
    created: Date;
    read: Date | null;
  };
  otp_challenges: {
    token_hash: Buffer;
    user_id: string;
    purpose: Generated<string>;
    session_hash: Buffer | null;
    code_hash: Buffer;
    created: Date;
    expires: Date;
    guesses: Generated<number>;
    sent: Date;
    used: Date | null;
    mail_id: string | null;
    identity_id: string | null;
    provider_session: string | null;
    id_token: string | null;
  };
  partner_categories: {
    id: string;
    name: string;
    created: Date;
    version: Generated<number>;
  };
  partner_ids: {
    id: string;
  };
  partners: {
    id: string;
    name: string;
    contact_email: string | null;
    phone: string | null;
    category_id: string | null;
    website: string | null;
    custom_website: string | null;
    slug: string;
    address: string | null;
    logo_id: string | null;
    visibleInApp: Generated<boolean>;
    display_venue: Generated<boolean>;
    restrict_sessions: Generated<boolean>;
    created: Date;
    version: Generated<number>;
  };
  passkeys: {
    id: string;
    user_id: string;
    credential_id: string;
    name: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    created: Date;
    used: Date | null;
  };
  platform_events: {
    source: string;
    event_id: string;
    type: string;
    subject: string;
    at: Date;
    received: Date;
    account_id: string;
  };
  platform_objects: {
    source: string;
    name: string;
    recording_id: string | null;
    file_id: string | null;
    created: Date;
  };
  platform_subjects: {
    source: string;
    kind: string;
    external_id: string;
    record_id: string | null;
    customer: string | null;
    partner: string | null;
    facts: unknown;
    waiting: Generated<boolean>;
    changed: Date;
  };
  platform_uploads: {
    id: string;
    account_id: string;
    source: string;
    name: string;
    length: number;
    received: Generated<number>;
    writer: string | null;
    media_type: string | null;
    hash_state: Buffer | null;
    created: Date;
  };
  presence: {
    user_id: string;
    online_since: Date;
  };
  push_messages: {
    id: string;
    subscription_id: string;
    notification_id: string;
    due: Date;
    until: Date;
    tries: Generated<number>;
  };
  push_subscriptions: {
    id: string;
    user_id: string;
    session_hash: Buffer | null;
    endpoint: string;
    p256dh: string;
    auth: string;
    enabled: Generated<boolean>;
    created: Date;
    used: Date;
  };
  queue_priorities: {
    queue_type: string;
    priority: number;
    version: Generated<number>;
  };
  recordings: {
    id: string;
    interpretation_id: string;
    media_kind: string;
    state: Generated<string>;
    duration_seconds: number | null;
    size: number | null;
    captions_language: string | null;
    error: string | null;
    created: Date;
    expires: Date;
    version: Generated<number>;
  };
  reservation_interpreters: {
    reservation_id: string;
    interpreter_id: string;
    period: string | null;
    booked_by: string | null;
    response: Generated<string>;
    responded: Date | null;
    message: string | null;
    language_reason: string | null;
    takes_part: ReadOnly<boolean>;
  };
  reservation_offers: {
    id: string;
    reservation_id: string;
    deadline: Date;
    approves: boolean;
    next: string;
    message: string | null;
    made: Date;
    made_by: string | null;
  };
  reservation_undos: {
    reservation_id: string;
    person_id: string;
    until: Date;
    version: number;
    before: unknown;
    news: unknown;
    deliveries: unknown;
  };
  reservations: {
    id: string;
    name: string;
    status: Generated<string>;
    starts: Date;
    ends: Date;
    location_type: string;
    address: string | null;
    link: string | null;
    customer_id: string | null;
    partner_id: string | null;
    service_kind: Generated<string>;
    emergency: Generated<boolean>;
    languages: Generated<string[]>;
    interpreters_needed: Generated<number>;
    note: string | null;
    answer: string | null;
    answered: Date | null;
    answered_by: string | null;
    created: Date;
    search_text: ReadOnly<string>;
    version: Generated<number>;
  };
  retention_periods: {
    kind: string;
    days: number | null;
    since: Date | null;
    confirmed_by: string | null;
    last_run: Date | null;
    deleted: Generated<number>;
    announced_days: number | null;
    announced: Date | null;
  };
  saved_views: {
    id: string;
    person_id: string;
    screen: string;
    name: string;
    address: string;
    created: Date;
    version: Generated<number>;
  };
  schedules: {
    id: string;
    interpreter_id: string;
    zone: string;
    first_day: string;
    last_day: string;
    repeat: string;
    time_from: string;
    time_to: string;
    location_type: string;
    address: string | null;
    travel_time: number;
    request_type: string;
    communication_type: string;
    allow_reservations: boolean;
    emergency: boolean;
    source: string;
    days_out: Generated<string[]>;
    created: Date;
    version: Generated<number>;
  };
  schema_migrations: {
    name: string;
    sha256: string;
    applied: Generated<Date>;
    runs_previous: boolean;
  };
  secrets: {
    name: string;
    value: Buffer;
  };
  security_events: {
    id: ReadOnly<number>;
    at: Date;
    event: string;
    reason: string | null;
    person_id: string | null;
    person_email: string | null;
    subject_id: string | null;
    object: string | null;
    object_id: string | null;
    rows: number | null;
    columns: Generated<string[]>;
    address: string | null;
    user_agent: string | null;
    request_id: string;
  };
  security_forwarding: {
    id: number;
    due: Date;
    tries: Generated<number>;
    failure: string | null;
  };
  security_forwards: {
    event_id: number;
  };
  service_accounts: {
    id: string;
    name: string;
    scopes: string[];
    networks: Generated<string[]>;
    secret_hash: Buffer;
    former_hash: Buffer | null;
    former_until: Date | null;
    created: Date;
    created_by: string | null;
    expires: Date;
    used: Date | null;
  };
  service_level: {
    seconds: number;
  };
  sessions: {
    token_hash: Buffer;
    id: Generated<string>;
    user_id: string;
    created: Date;
    expires: Date;
    user_agent: string | null;
    used: Date | null;
    authenticated: Date | null;
    identity_id: string | null;
    provider_session: string | null;
    id_token: string | null;
    last_write: Generated<number>;
  };
  shifts: {
    id: string;
    schedule_id: string;
    interpreter_id: string;
    zone: string;
    series_day: string;
    day: string;
    time_from: string;
    time_to: string;
    starts: Date;
    ends: Date;
    occupied: string;
    location_type: string;
    address: string | null;
    travel_time: number;
    request_type: string;
    communication_type: string;
    allow_reservations: boolean;
    emergency: boolean;
    state: Generated<string>;
    changed_alone: Generated<boolean>;
    version: Generated<number>;
  };
  sign_in_challenges: {
    challenge_hash: Buffer;
    purpose: string;
    session_hash: Buffer | null;
    token_hash: Buffer | null;
    expires: Date;
  };
  signing_keys: {
    id: string;
    webhook_id: string | null;
    key_id: string;
    data_key: Buffer;
    created: Date;
    expires: Date | null;
  };
  sliders: {
    id: string;
    title: string;
    position: number;
    created: Date;
    version: Generated<number>;
  };
  tasks: {
    id: ReadOnly<number>;
    kind: string;
    subject_id: string;
    state: Generated<string>;
    tries: Generated<number>;
    due: Date;
    claim: string | null;
    error: string | null;
    ended: Date | null;
  };
  throttles: {
    scope: string;
    key_hash: Buffer;
    hits: number;
    ends: Date;
  };
  totp_secrets: {
    user_id: string;
    secret: string;
    created: Date;
    confirmed: Date | null;
    used: Date | null;
    last_step: number | null;
    recovery_hashes: Generated<string[]>;
  };
  users: {
    id: string;
    email: string;
    password_hash: string | null;
    first_name: string;
    last_name: string;
    role: string;
    approval_status: Generated<string>;
    rejection_reason: string | null;
    department_id: string | null;
    personal_number_last4: string | null;
    phone: string | null;
    social_registered: Generated<boolean>;
    language: string | null;
    languages: Generated<string[]>;
    suspended_at: Date | null;
    suspension_reason: string | null;
    suspension_expires: Date | null;
    access_ended: Date | null;
    has_managed: Generated<boolean>;
    created: Date;
    search_text: ReadOnly<string>;
    version: Generated<number>;
    partner_id: string | null;
  };
  venues: {
    id: string;
    partner_id: string;
    name: string;
    address: string | null;
    created: Date;
    version: Generated<number>;
  };
  video_categories: {
    id: string;
    name: string;
    created: Date;
    version: Generated<number>;
  };
  videos: {
    id: string;
    partner_id: string;
    title: string;
    category_id: string | null;
    url: string | null;
    file_id: string | null;
    captions_id: string | null;
    captions_language: string | null;
    created: Date;
    version: Generated<number>;
  };
  webhook_attempts: {
    id: ReadOnly<number>;
    delivery_id: string;
    at: Date;
    milliseconds: number;
    status: number | null;
    failure: string | null;
    answer: string;
  };
  webhook_deliveries: {
    id: string;
    webhook_id: string;
    type: string;
    subject_id: string;
    data: unknown;
    state: Generated<string>;
    created: Date;
    due: Date;
    until: Date;
    tries: Generated<number>;
    ended: Date | null;
    transaction: number;
  };
  webhook_failures: {
    webhook_id: string;
    since: Date;
  };
  webhooks: {
    id: string;
    url: string;
    description: string;
    event_types: string[];
    enabled: Generated<boolean>;
    disabled_because: string | null;
    created: Date;
    created_by: string | null;
    version: Generated<number>;
  };
};
