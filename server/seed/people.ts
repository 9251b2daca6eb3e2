import type { Insertable } from 'kysely';
import type { InterpretingLanguage } from '../../contract/interpretingCodes.ts';
import type { Role } from '../../contract/roles.ts';
import type { Tables } from '../db/tables.ts';
import type { Deployment } from '../deployment.ts';
import { plainLetters } from '../../contract/plainLetters.ts';
import { countryWords, languageWords, phoneIn, type CountryWords } from './locale.ts';
import { seededRandom, type Random } from './random.ts';

const minute = 60_000;
const day = 24 * 60;

type User = Insertable<Tables['users']>;
type Named = Pick<User, 'first_name' | 'last_name'>;

/** The number of people of each kind. */
export type Crowd = { managers: number; interpreters: number; customers: number; partners: number };

/** A demo sign-in, and the outcome of signing in with it. */
export type SignInName = { name: string; role: Role; door: 'opens' | 'suspended' | 'not approved' | 'no permission' };

/** The demo sign-ins of every deployment: `<name>@<the deployment's own domain>`. */
export const signInNames: readonly SignInName[] = [
  { name: 'owner', role: 'owner', door: 'opens' },
  { name: 'manager', role: 'manager', door: 'opens' },
  { name: 'interpreter', role: 'interpreter', door: 'opens' },
  { name: 'suspended', role: 'manager', door: 'suspended' },
  { name: 'pending', role: 'interpreter', door: 'not approved' },
  { name: 'deaf', role: 'deaf', door: 'no permission' },
];

/** The address of a demo sign-in. It cannot receive mail, as the domain is reserved for examples. */
export function signInEmail({ support, id }: Pick<Deployment, 'support' | 'id'>, name: string): string {
  const domain = support.email.split('@')[1] ?? `${id}.example`;
  return `${name}@${domain}`.toLowerCase();
}

/** A first name and a matching surname. */
export function nameOf(random: Random, { female, male, surnames, surnamesPerPerson }: CountryWords): Named {
  const gender = random.chance(0.55) ? 'female' : 'male';
  const last = Array.from({ length: surnamesPerPerson }, () => random.pick(surnames)[gender]);
  return { first_name: random.pick(gender === 'female' ? female : male), last_name: [...new Set(last)].join(' ') };
}

/** The sign and spoken languages of a country, then additional ones that some know. */
const languagesOf: Record<string, [both: InterpretingLanguage[], others: InterpretingLanguage[]]> = {
  AR: [['aed', 'spa'], ['eng']],
  AU: [['asf', 'eng'], ['ase']],
  BE: [
    ['vgt', 'nld'],
    ['sfb', 'fra'],
  ],
  BR: [
    ['bzs', 'por'],
    ['eng', 'spa'],
  ],
  CA: [['ase', 'eng'], ['fra']],
  CO: [['csn', 'spa'], ['eng']],
  EE: [
    ['eso', 'est'],
    ['rus', 'eng', 'rsl'],
  ],
  IS: [
    ['icl', 'isl'],
    ['eng', 'pol'],
  ],
  LT: [
    ['lls', 'lit'],
    ['rus', 'eng', 'pol'],
  ],
  PT: [
    ['psr', 'por'],
    ['eng', 'spa'],
  ],
  RO: [
    ['rms', 'ron'],
    ['eng', 'deu'],
  ],
  SK: [
    ['svk', 'slk'],
    ['eng', 'ukr'],
  ],
};

/** The working languages of an interpreter. */
function interpreterLanguages(key: string, country: string | null): InterpretingLanguage[] {
  const random = seededRandom(key);
  const [both, others]: [InterpretingLanguage[], InterpretingLanguage[]] = languagesOf[country ?? ''] ?? [
    ['ils', 'eng'],
    ['spa', 'fra'],
  ];
  return [...both, ...others.filter(() => random.chance(0.35))];
}

function emailOf({ first_name, last_name }: Named, number: number, domain: string): string {
  const plain = (word: string) => plainLetters(word).replace(/-/g, '');
  return `${plain(first_name)}.${plain(last_name.split(' ').at(-1) ?? '')}${number}@${domain}`;
}

/**
 * The people of a demo deployment. Deterministic for a key.
 * @param days how far back the requests go: their customers are older.
 */
export function makePeople(
  deployment: Deployment,
  { managers, interpreters, customers }: Omit<Crowd, 'partners'>,
  { key, days, now, passwordHash }: { key: string; days: number; now: Date; passwordHash: string },
): { departments: Insertable<Tables['departments']>[]; users: User[] } {
  const country = countryWords(deployment);
  const words = languageWords(deployment);
  const random = seededRandom(`${key}/people`);
  const departments = deployment.flags.departments ? words.departments.map((name) => ({ id: random.id(), name })) : [];
  const domain = signInEmail(deployment, 'x').slice(2);
  const roles: Role[] = [
    ...Array<Role>(managers).fill('manager'),
    ...Array<Role>(interpreters).fill('interpreter'),
    ...Array<Role>(customers).fill('deaf'),
  ];

  const before = (minutes: number) => new Date(now.getTime() - minutes * minute);

  const person = (personRandom: Random, role: Role): Omit<User, 'email'> => ({
    id: personRandom.id(),
    ...nameOf(personRandom, country),
    password_hash: passwordHash,
    role,
    approval_status: 'approved',
    department_id: role === 'deaf' || departments.length === 0 ? null : personRandom.pick(departments).id,
    personal_number_last4: role === 'deaf' ? personRandom.digits('####') : null,
    phone: phoneIn(country, personRandom),
    social_registered: role === 'deaf' && personRandom.chance(0.2),
    language: null,
    languages: [],
    suspended_at: null,
    suspension_reason: null,
    suspension_expires: null,
    created: before(personRandom.between((days + 1) * day, (days + 900) * day)),
  });

  const signIns = signInNames.map(({ name, role, door }): User => ({
    ...person(seededRandom(`${key}/sign-in/${name}`), role),
    email: signInEmail(deployment, name),
    ...(door === 'suspended' ? { suspended_at: before(3 * day), suspension_reason: words.suspension } : {}),
    ...(door === 'not approved' ? { approval_status: 'pending', created: before(2 * day) } : {}),
  }));
  const others = roles.map((role, index): User => {
    const personRandom = seededRandom(`${key}/${role}/${index}`);
    const values = person(personRandom, role);
    const email = emailOf(values, index + 1, role === 'deaf' ? `mail.${domain}` : domain);
    if (role !== 'deaf' || !personRandom.chance(0.04)) return { ...values, email };
    const approval_status = personRandom.chance(0.7) ? 'pending' : 'rejected';
    return { ...values, email, approval_status, created: before(personRandom.between(60, 20 * day)) };
  });
  const users = [...signIns, ...others].map((user) =>
    user.role === 'interpreter'
      ? { ...user, languages: interpreterLanguages(`${key}/languages/${user.id}`, deployment.country) }
      : user,
  );
  return { departments, users };
}
