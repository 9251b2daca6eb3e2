import type { Language } from '../../contract/languages.ts';
import type { Role } from '../../contract/roles.ts';

/** Who is told. `id` is null for somebody who has no account yet. */
export type Recipient = { id: string | null; email: string; language: Language | null; role: Role };

/** Who is told: by the id of their account, or as a recipient that was read before, such as the old address of somebody. */
export type Recipients = readonly (string | Recipient)[];

/** What can be told of a reservation. */
export type ReservationNews =
  /** To an interpreter: it waits for their answer. */
  | 'asked'
  | 'approved'
  /** To an interpreter: they are booked for it by somebody else. */
  | 'assigned'
  /** Its name, time, place, link or customer is another. */
  | 'changed'
  /** To an interpreter: the same of one that waits for their answer. */
  | 'changed_asked'
  /** To its customer and the interpreters who stay: it has other interpreters. */
  | 'reassigned'
  /** To an interpreter or a customer: they have no part in it any more. */
  | 'taken_off'
  /** It was approved, and waits for an answer again. */
  | 'returned_to_pending'
  | 'rejected'
  | 'cancelled'
  | 'deleted'
  /** To whoever added it: one of its interpreters has answered (`by` says who). */
  | 'accepted'
  | 'declined';

/** What can be told of shifts, to the interpreter whose they are or were. */
export type ShiftNews = 'planned' | 'changed' | 'cancelled' | 'restored' | 'deleted' | 'moved_away';

/** A shift as it is told of; what the calendar holds of it (`ShiftRow`) will do. */
export type ToldShift = {
  id: string;
  version: number;
  /** `YYYY-MM-DD`, in the deployment's zone, as the times. */
  day: string;
  time_from: string;
  time_to: string;
  starts: Date;
  ends: Date;
  address: string | null;
};

/** What can be told of somebody's account. */
export type AccountNews =
  /** They have asked for an account; `link` confirms the address within `validFor` milliseconds. */
  | { what: 'registration'; link: string; validFor: number }
  /** Somebody has asked for an account with an address that has one. */
  | { what: 'known' }
  /** To staff: somebody waits for approval. */
  | { what: 'registered'; id: string; name: string; email: string }
  | { what: 'approved' | 'rejected' | 'unsuspended' | 'deleted' | 'password_changed' }
  | { what: 'suspended'; reason: string | null; until: Date | null }
  | { what: 'role_changed'; role: Role }
  /** To a new address: `link` confirms it. To whoever a national ID names: `link` lets it sign them in. */
  | { what: 'email_confirm' | 'national_id_confirm'; link: string; validFor: number }
  /** To the former address: it is now `email`, and `link` puts the former one back within `validFor` milliseconds. */
  | { what: 'email_undo'; email: string; link: string; validFor: number }
  /** To an address that no longer counts, to one that does now, and to one that has been put back. */
  | { what: 'email_left' | 'email_arrived' | 'email_restored' }
  | { what: 'national_id_linked' | 'national_id_unlinked' };

/** Something that has happened, and whom it concerns. */
export type NotificationEvent = { to: Recipients } & (
  | {
      about: 'reservation';
      what: ReservationNews;
      /** Its id. It is read when it is told of: after the change, and before it is deleted. */
      reservation: string;
      /** Whose answer it is, for `accepted` and `declined`. */
      by?: string;
      /** What was said with it, where the reservation does not keep it. */
      message?: string | null;
    }
  | {
      about: 'shift';
      what: ShiftNews;
      /** As they are now; as they were, where they are the interpreter's no more. */
      shifts: readonly ToldShift[];
    }
  | ({ about: 'account' } & AccountNews)
);
