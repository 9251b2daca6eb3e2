import type { ErrorCode } from '../../contract/errors.ts';
import { ApiProblem } from '../problem.ts';

/** Constraint violations as API errors: the constraint, the field, and its code. */
const refusals: Record<string, { field: string; code: ErrorCode }> = {
  users_email_key: { field: 'email', code: 'email_taken' },
  users_department_id_fkey: { field: 'department', code: 'not_found' },
  users_partner_id_fkey: { field: 'partner', code: 'not_found' },
  departments_name: { field: 'name', code: 'department_taken' },
  partner_categories_name: { field: 'name', code: 'category_taken' },
  partners_slug: { field: 'slug', code: 'slug_taken' },
  reservations_partner_id_fkey: { field: 'partner', code: 'not_found' },
  partners_logo_id_fkey: { field: 'logo', code: 'not_found' },
  videos_file_id_fkey: { field: 'file', code: 'not_found' },
  videos_captions_id_fkey: { field: 'captions', code: 'not_found' },
  partners_category_id_fkey: { field: 'category', code: 'not_found' },
  closure_categories_title: { field: 'title', code: 'category_taken' },
  closure_categories_parent: { field: 'parent', code: 'closure_two_levels' },
  interpretations_closure_category_id_fkey: { field: 'closure_category', code: 'not_found' },
  saved_views_name: { field: 'name', code: 'view_name_taken' },
  video_categories_name: { field: 'name', code: 'category_taken' },
  videos_category_id_fkey: { field: 'category', code: 'not_found' },
};

/** Constraint violations that concern no field. */
const conditions: Record<string, ErrorCode> = {
  // The account was deleted or erased while somebody signed in to it.
  sessions_user_id_fkey: 'bad_credentials',
  known_devices_user_id_fkey: 'bad_credentials',
  otp_challenges_user_id_fkey: 'bad_credentials',
  // The session ended while a code was mailed for it, or a challenge made.
  otp_challenges_session_hash_fkey: 'unauthorized',
  sign_in_challenges_session_hash_fkey: 'unauthorized',
  shifts_one_place: 'shift_overlap',
  reservation_interpreters_one_place: 'reservation_overlap',
  reservations_in_shift: 'no_interpreters_in_shift',
  reservations_active: 'interpreter_inactive',
  reservations_present: 'interpreter_absent',
  reservations_never_again: 'interpreter_never_again',
  reservations_travel: 'travel_too_short',
  reservations_language: 'no_requested_language',
};

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const serializationFailure = '40001';
const deadlock = '40P01';
/** SQLSTATEs for text that cannot be stored: a null character in a string or in JSON. */
const unstorableText = new Set(['22021', '22P05']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether a transaction failed only because of a concurrent one. */
export function isCollision(error: unknown): boolean {
  return codeOf(error) === serializationFailure || codeOf(error) === deadlock;
}

/** The same, also if the other one has added a row with the same unique value: another attempt sees that row. */
export function isLostRace(error: unknown): boolean {
  return isCollision(error) || codeOf(error) === uniqueViolation;
}

/** A constraint violation as an error of the catalogue; null for an internal error. */
export function refusalOf(error: Error): ApiProblem | null {
  const code = codeOf(error);
  if (isCollision(error)) return new ApiProblem('conflict', {}, { cause: error });
  if (unstorableText.has(code)) return new ApiProblem('invalid', {}, { cause: error });
  const constraint = 'constraint' in error ? String(error.constraint) : '';
  const condition = conditions[constraint];
  if (condition) return new ApiProblem(condition, {}, { cause: error });
  const refusal = refusals[constraint];
  if (!refusal) return null;
  const { field, code: said } = refusal;
  const details = { errors: { [field]: [said] } };
  if (code === uniqueViolation) return new ApiProblem(said, details, { cause: error });
  if (code === foreignKeyViolation) return new ApiProblem('invalid', details, { cause: error });
  return null;
}
