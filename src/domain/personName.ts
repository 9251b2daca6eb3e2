import type { User } from '../../contract/users.ts';

/** Last name first, as lists are sorted by it. */
export function personName({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string {
  return [last_name, first_name].filter(Boolean).join(', ');
}
