import type { User } from '../../contract/users.ts';

/** Last name first, as lists are sorted by it. */
export function personName({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string {
  return [last_name, first_name].filter(Boolean).join(', ');
}

/** First name first, as sentences name a person. */
export function fullName({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}
