import type { Channel } from '../../contract/interpretations.ts';
import type { jobKinds } from '../../contract/jobs.ts';
import type { Language } from '../../contract/languages.ts';
import type { RetentionKind } from '../../contract/retentionKinds.ts';
import type { DeviceName } from '../auth/deviceName.ts';
import type { Role } from '../../contract/roles.ts';

/** A recipient of a notification. `id` is null for a person without an account. */
export type Recipient = { id: string | null; email: string; language: Language | null; role: Role };

/** Recipients: ids of users, or recipients read earlier, such as a former e-mail address. */
export type Recipients = readonly (string | Recipient)[];

/** Kinds of news about a reservation. */
export type ReservationNews =
  /** To an interpreter, as a request to answer. */
  | 'asked'
  | 'approved'
  /** To an interpreter: another person has booked them for it. */
  | 'assigned'
  /** Its name, time, place, link or customer has changed. */
  | 'changed'
  /** To an interpreter: a reservation pending their answer has changed. */
  | 'changed_asked'
  /** To its customer and the remaining interpreters: the team has changed. */
  | 'reassigned'
  /** To an interpreter or a customer: they no longer take part in it. */
  | 'taken_off'
  /** It was approved, and is pending again. */
  | 'returned_to_pending'
  /** To staff: it was approved, lost its coverage without a decision of staff, and needs an answer again. */
  | 'needs_answer_again'
  | 'rejected'
  | 'cancelled'
  | 'deleted'
  /** To the person who added it, of an offer to planners: an interpreter has accepted (`by` names them). */
  | 'accepted'
  /** To planners: an interpreter has declined, or handed back what they had accepted (`by` names them). */
  | 'declined'
  | 'handed_back'
  /** To planners: somebody else has added it. */
  | 'added'
  /** To planners: it has waited for their decision for `answerHours`. */
  | 'unanswered'
  /** To planners: it begins tomorrow, and is short of people or not covered. */
  | 'tomorrow'
  /** To an interpreter: they may take it until the deadline of the offer. */
  | 'offered'
  /** To interpreters who have not answered an offer: why it has ended. */
  | 'offer_taken'
  | 'offer_ended'
  | 'offer_withdrawn'
  | 'offer_changed'
  /** To planners: an interpreter has accepted an offer (`by` names them), which has approved it. */
  | 'accepted_approved'
  /** To planners: an offer is over and it is short of people; or it is now offered to everybody else. */
  | 'offer_over'
  | 'offer_widened';

/** Kinds of news about shifts, for the interpreter who has or had them. */
export type ShiftNews = 'planned' | 'changed' | 'cancelled' | 'restored' | 'deleted' | 'moved_away';

/** What a notification needs to know of a shift; a `ShiftRow` has it. */
export type NotifiedShift = {
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

/** News about a person's account. */
export type AccountNews =
  /** They have requested an account; `link` confirms the address within `validFor` milliseconds. */
  | { what: 'registration'; link: string; validFor: number }
  /** Staff have added an account for them: `link` lets them choose a password within `validFor` milliseconds. */
  | { what: 'invitation'; link: string; validFor: number }
  /** Somebody has registered with an address that already has an account. */
  | { what: 'known' }
  /** To staff: an account waits for approval. */
  | { what: 'registered'; id: string; name: string; email: string }
  | { what: 'approved' | 'unsuspended' | 'deleted' | 'erased' }
  | { what: 'password_changed'; hasFeeds: boolean }
  | { what: 'rejected'; reason: string | null }
  | { what: 'suspended'; reason: string | null; until: Date | null }
  | { what: 'role_changed'; role: Role }
  /** To a new address: `link` confirms it. To the owner of an account: `link` links a national ID, or an account of the organisation, to it. */
  | { what: 'email_confirm' | 'national_id_confirm' | 'identity_confirm'; link: string; validFor: number }
  /** To the former address: it is now `email`, and `link` restores the former one within `validFor` milliseconds. */
  | { what: 'email_undo'; email: string; link: string; validFor: number }
  /** To an address that is no longer active, to a new one, and to a restored one. */
  | { what: 'email_left' | 'email_arrived' | 'email_restored' }
  | { what: 'national_id_linked' | 'national_id_unlinked' }
  | { what: 'identity_linked' | 'identity_unlinked' }
  /** The organisation has ended their access. */
  | { what: 'access_ended' }
  /** To owners: the organisation has ended the access of `name`. */
  | { what: 'access_ended_of'; name: string; email: string }
  /** To owners: an owner has signed in without single sign-on, which others have to use. */
  | { what: 'emergency_sign_in'; name: string; email: string }
  /** They have signed in on a device that is not known yet. */
  | { what: 'new_device'; device: DeviceName; at: Date }
  /** Their passkeys and authenticator app, and a recovery code instead of it. */
  | { what: 'passkey_added' | 'passkey_removed' }
  | { what: 'totp_added' | 'totp_removed' | 'recovery_code_used' }
  /** Somebody else has ended sessions of theirs. */
  | { what: 'sessions_ended' }
  /** Somebody else has ended a calendar feed of theirs. */
  | { what: 'calendar_feed_ended'; name: string }
  /** To owners: somebody has added a webhook, changed its address or what it receives, or replaced its secret. */
  | { what: 'webhook_added' | 'webhook_changed' | 'webhook_secret_replaced'; id: string; name: string; url: string }
  /** To owners: somebody has added a service account, or replaced its secret. */
  | { what: 'service_account_added' | 'service_account_secret_replaced'; name: string }
  /** To owners: an act has given somebody access as a manager or an owner. */
  | { what: 'manager_admitted'; id: string; name: string; email: string; role: Role }
  /** To owners: a webhook was disabled, because its endpoint has failed for days or is gone. */
  | { what: 'webhook_disabled'; id: string; name: string };

/** Kinds of news about an absence. */
export type AbsenceNews =
  /** To planners: the person has reported it, has requested it, or has taken it back. */
  | 'reported'
  | 'requested'
  | 'withdrawn'
  /** To the person: what a planner has done. */
  | 'entered'
  | 'approved'
  | 'refused'
  | 'changed'
  | 'taken_back';

/** News about a request: it waits for an answer, as an emergency or not; to an interpreter: it is offered to them. */
export type RequestNews = 'emergency' | 'waiting' | 'offered';

/** The kinds of jobs whose end is news. */
export type JobNews = (typeof jobKinds)[number];

/** A shorter period of retention that waits for an owner, and what it would delete. */
export type WaitingPeriod = {
  kind: RetentionKind;
  /** The new period in days, and the one in force; null: nothing is deleted. */
  days: number;
  inForce: number | null;
  due: number;
  oldest: Date | null;
};

/** An event and its recipients. */
export type NotificationEvent = { to: Recipients } & (
  | {
      about: 'reservation';
      what: ReservationNews;
      /** Its id. `notify` reads the reservation, so call it after a change and before a deletion. */
      reservation: string;
      /** The name of the interpreter who answered, for `accepted`, `accepted_approved`, `declined` and `handed_back`. */
      by?: string;
      /** The message that came with the answer, if the reservation does not store it. */
      message?: string | null;
      /** The name of news that nobody is told twice. */
      key?: string;
    }
  /** To planners: an import has added reservations. */
  | { about: 'imported'; count: number }
  | {
      about: 'shift';
      what: ShiftNews;
      /** The shifts as they are now, or as they were if the interpreter has lost them. */
      shifts: readonly NotifiedShift[];
    }
  /** Never with its kind and note, which may be about health. */
  | {
      about: 'absence';
      what: AbsenceNews;
      absence: string;
      starts: Date;
      ends: Date;
      /** Who is absent. */
      name: string;
      /** How many reservations it takes the person from. */
      bookings: number;
    }
  | ({ about: 'account' } & AccountNews)
  /** To owners: shorter periods have begun to wait for their confirmation. */
  | { about: 'retention'; periods: readonly WaitingPeriod[] }
  | { about: 'request'; what: 'offered'; request: string }
  | { about: 'request'; what: 'emergency' | 'waiting'; request: string; channel: Channel }
  /** To the person who has started it: a job has ended. */
  | { about: 'job'; what: JobNews; job: string; done: number; failed: number }
);
