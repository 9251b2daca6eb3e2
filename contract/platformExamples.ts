import type { PlatformEventType } from './platformNames.ts';

const source = 'https://video.example';

const event = (type: PlatformEventType, subject: string, time: string, data: object) => ({
  specversion: '1.0',
  id: `${type.replace('signboard.', '')}/${subject}`,
  source,
  type,
  subject,
  time,
  datacontenttype: 'application/json',
  data,
});

/** An example of each type of event of a video platform, in the order in which they happen. `docs/ops/platform.md` shows them. */
export const platformExamples = [
  event('signboard.customer.changed', 'customer-17', '2024-05-01T06:00:00Z', {
    email: 'jon@example.org',
    first_name: 'Jón',
    last_name: 'Helgason',
    phone: '+3545812345',
    language: 'is',
  }),
  event('signboard.partner.changed', 'partner-3', '2024-05-01T06:00:00Z', {
    name: 'Health centre',
    contact_email: 'info@health.example',
    website: 'https://health.example',
    address: 'Main street 1',
  }),
  event('signboard.interpreter.presence', 'una@example.org', '2024-05-01T06:15:00Z', { online: true }),
  event('signboard.request.created', 'request-204', '2024-05-01T06:30:00Z', {
    channel: 'online',
    session_mode: 'VRI',
    queue_type: 'social',
    category: 'Health',
    customer: 'customer-17',
    partner: 'partner-3',
    note: 'Prefers to sign slowly',
  }),
  event('signboard.request.offered', 'request-204', '2024-05-01T06:30:02Z', { interpreter: 'una@example.org' }),
  event('signboard.request.answered', 'request-204', '2024-05-01T06:30:12Z', { interpreter: 'una@example.org' }),
  event('signboard.recording.started', 'request-204', '2024-05-01T06:30:15Z', {
    recording: 'recording-9',
    media_kind: 'video',
  }),
  event('signboard.request.ended', 'request-204', '2024-05-01T06:41:00Z', { closure_note: 'Another visit in June' }),
  event('signboard.recording.ended', 'request-204', '2024-05-01T06:41:01Z', {
    recording: 'recording-9',
    media_kind: 'video',
  }),
  event('signboard.recording.stored', 'request-204', '2024-05-01T06:42:00Z', {
    recording: 'recording-9',
    media_kind: 'video',
    object: 'recording-9.webm',
  }),
  event('signboard.request.rated', 'request-204', '2024-05-01T06:43:00Z', {
    rating: 5,
    video_quality: 4,
    interpreter_quality: 5,
    notes: 'Very clear',
  }),
  event('signboard.request.abandoned', 'request-205', '2024-05-01T06:50:40Z', {}),
  event('signboard.version.published', 'android', '2024-05-01T06:55:00Z', { version: '5.2.0' }),
];
