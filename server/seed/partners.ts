import type { Insertable } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { Deployment } from '../deployment.ts';
import { plainLetters } from '../../contract/plainLetters.ts';
import { addressIn, countryWords, languageWords, phoneIn } from './locale.ts';
import { nameOf } from './people.ts';
import { seededRandom } from './random.ts';

const day = 24 * 60 * 60_000;

type Rows<Name extends keyof Tables> = Insertable<Tables[Name]>[];

/** Names and slugs of partners: the country's own, then branches of them in its cities. */
function namesOf({ partners, cities }: ReturnType<typeof countryWords>, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const partner = partners[index % partners.length]!;
    const branch = Math.floor(index / partners.length);
    const city = cities[(branch - 1) % cities.length] ?? '';
    const name = branch === 0 ? partner.name : `${partner.name}, ${city}`;
    const again = Math.floor((branch - 1) / cities.length);
    return { category: partner.category, name: again > 0 ? `${name} ${again + 1}` : name };
  }).map((named) => ({ ...named, slug: plainLetters(named.name).slice(0, 60).replace(/-$/, '') }));
}

/** A user of a partner. */
const userOf = (
  { first_name, last_name }: ReturnType<typeof nameOf>,
  account: { id: string; email: string; password_hash: string; phone: string; created: Date; partner_id: string },
): Rows<'users'>[number] => ({
  ...account,
  first_name,
  last_name,
  role: 'partner',
  approval_status: 'approved',
  department_id: null,
  personal_number_last4: null,
  language: null,
  suspended_at: null,
  suspension_reason: null,
  suspension_expires: null,
});

/**
 * The partners of a demo deployment, with their categories, people, venues and videos. Deterministic for a key.
 * @param options.days how far back the requests go: partners are older
 */
export function makePartners(
  deployment: Deployment,
  {
    key,
    count,
    days,
    now,
    passwordHash,
  }: { key: string; count: number; days: number; now: Date; passwordHash: string },
) {
  const country = countryWords(deployment);
  const words = languageWords(deployment);
  const random = seededRandom(`${key}/partners`);
  const before = new Date(now.getTime() - (days + 30) * day);
  const categories = words.partnerCategories.map((name) => ({ id: random.id(), name, created: before }));
  const films = deployment.flags.videos ? words.videos : [];
  const videoCategories = films.map(({ category }) => ({ id: random.id(), name: category, created: before }));
  const partners: Rows<'partners'> = [];
  const users: Rows<'users'> = [];
  const venues: Rows<'venues'> = [];
  const videos: Rows<'videos'> = [];
  for (const { name, slug, category } of namesOf(country, count)) {
    const partnerRandom = seededRandom(`${key}/partner/${slug}`);
    const id = partnerRandom.id();
    const site = `https://www.${slug}.example/`;
    const created = new Date(now.getTime() - partnerRandom.between(days + 1, days + 900) * day);
    partners.push({
      id,
      name,
      contact_email: `info@${slug}.example`,
      phone: phoneIn(country, partnerRandom),
      category_id: categories[category]?.id ?? null,
      website: site,
      custom_website: null,
      slug,
      address: addressIn(country, partnerRandom),
      visibleInApp: partnerRandom.chance(0.85),
      display_venue: partnerRandom.chance(0.5),
      restrict_sessions: partnerRandom.chance(0.2),
      created,
    });
    const people = Array.from({ length: partnerRandom.between(0, 2) }, () => nameOf(partnerRandom, country));
    for (const person of people) {
      const email = `${plainLetters(person.first_name)}.${plainLetters(person.last_name)}@${slug}.example`;
      if (users.some((user) => user.email === email)) continue;
      const account = {
        id: partnerRandom.id(),
        email,
        password_hash: passwordHash,
        phone: phoneIn(country, partnerRandom),
      };
      users.push(userOf(person, { ...account, created, partner_id: id }));
    }
    const rooms = words.venues.filter(() => partnerRandom.chance(0.35));
    for (const venue of rooms.length > 0 ? rooms : words.venues.slice(0, 1))
      venues.push({
        id: partnerRandom.id(),
        partner_id: id,
        name: venue,
        address: addressIn(country, partnerRandom),
        created,
      });
    films.forEach(({ titles }, index) => {
      const filmed = titles.filter(() => partnerRandom.chance(0.4));
      // Every partner has at least one.
      for (const title of filmed.length > 0 || index > 0 ? filmed : titles.slice(0, 1))
        videos.push({
          id: partnerRandom.id(),
          partner_id: id,
          title,
          category_id: videoCategories[index]?.id ?? null,
          url: `${site}videos/${plainLetters(title)}.mp4`,
          created,
        });
    });
  }
  return { categories, partners, users, venues, videoCategories, videos };
}
