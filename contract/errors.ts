import Type, { type Static } from 'typebox';

/**
 * Every error code of the wire (specification §8, Q19), with the status it is answered with. Clients translate the
 * code (`src/i18n/locales/<language>/errors.json` has one message for each) and never show server prose.
 */
export const errorCodes = {
  something_went_wrong: 500,
  backend_unreachable: 503,
  unauthorized: 401,
  no_permission_to_login: 403,
  account_suspended: 403,
  account_not_approved: 403,
  forbidden: 403,
  bad_credentials: 400,
  otp_wrong: 400,
  otp_expired: 400,
  otp_exhausted: 400,
  openid_unavailable: 503,
  openid_failed: 400,
  openid_expired: 400,
  national_id_unknown: 403,
  mail_failed: 503,
  too_many_requests: 429,
  not_found: 404,
  feature_off: 404,
  invalid: 400,
  required: 400,
  email_invalid: 400,
  too_short: 400,
  too_long: 400,
  body_too_large: 413,
  unsupported_media_type: 415,
  file_too_large: 413,
  file_type_refused: 415,
  file_damaged: 400,
  image_too_large: 400,
  link_expired: 403,
  range_refused: 416,
  precondition_required: 428,
  precondition_failed: 412,
  idempotency_conflict: 422,
  conflict: 409,
  digits_4: 400,
  phone_invalid: 400,
  passwords_must_match: 400,
  check_dates: 400,
  email_taken: 409,
  department_taken: 409,
  category_taken: 409,
  category_has_partners: 409,
  slug_taken: 409,
  slug_invalid: 400,
  link_invalid: 400,
  link_too_long: 400,
  partner_has_users: 409,
  partner_has_reservations: 409,
  no_public_address: 409,
  priority_reserved: 400,
  not_oneself: 403,
  last_owner: 409,
  transition_refused: 409,
  reset_link_expired: 400,
  registration_link_expired: 400,
  password_wrong: 400,
  event_in_past: 400,
  schedule_not_found: 404,
  schedule_external: 409,
  shift_overlap: 409,
  shift_reserved: 409,
} as const satisfies Record<string, number>;

/** A code of the error catalogue. */
export type ErrorCode = keyof typeof errorCodes;

/** The body of every answer ≥ 400: RFC 9457 `application/problem+json`. `errors` names the codes per form field. */
export const Problem = Type.Object(
  {
    type: Type.Optional(Type.String()),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    title: Type.String({ description: 'For people who read logs; never shown to users.' }),
    code: Type.String({ description: 'A code of the error catalogue.' }),
    request_id: Type.String(),
    retry_after: Type.Optional(Type.Integer({ minimum: 1, description: 'Seconds until the call may be made again.' })),
    attempts_left: Type.Optional(Type.Integer({ minimum: 0, description: 'Guesses left for a one-time code.' })),
    reservations: Type.Optional(
      Type.Array(Type.String(), { description: 'The approved reservations that stand in the way.' }),
    ),
    days: Type.Optional(Type.Array(Type.String(), { description: 'The days of a schedule that the code is about.' })),
    errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
    values: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'What the words of the code name: `{{priorities}}`.' }),
    ),
  },
  { $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;
