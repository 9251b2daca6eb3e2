import { isStaffRole, type Role } from '../../../contract/roles.ts';
import type { InterpretingLanguage } from '../../../contract/interpretingCodes.ts';
import type { Language } from '../../../contract/languages.ts';
import type { NewUser, User } from '../../../contract/users.ts';

/** The form values of a user. Null becomes an empty text. */
export type UserValues = {
  email: string;
  first_name: string;
  last_name: string;
  role: Role | null;
  phone: string;
  personal_number_last4: string;
  department: string;
  language: Language | '';
  languages: InterpretingLanguage[];
  /** Only while the user is being added. */
  invite: boolean;
};

/** The form values of a new user. */
export const emptyUser: UserValues = {
  email: '',
  first_name: '',
  last_name: '',
  role: null,
  phone: '',
  personal_number_last4: '',
  department: '',
  language: '',
  languages: [],
  invite: true,
};

/** The form values of a user. */
export function valuesOf(user: User): UserValues {
  return {
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    role: user.role,
    phone: user.phone ?? '',
    personal_number_last4: user.personal_number_last4 ?? '',
    department: user.department ?? '',
    language: user.language ?? '',
    languages: user.languages,
    invite: false,
  };
}

/** The body for the form values. */
export function toUser({ role, ...values }: UserValues): NewUser {
  const text = (value: string) => value.trim() || null;
  return {
    email: values.email.trim(),
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    // The form's checks require a role.
    role: role ?? 'interpreter',
    phone: text(values.phone),
    personal_number_last4: text(values.personal_number_last4),
    department: values.department || null,
    language: values.language || null,
    languages: values.languages,
    // Who cannot sign in to the dashboard needs no password for it.
    invite: values.invite && role !== null && isStaffRole(role),
  };
}
