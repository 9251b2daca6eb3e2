import { CommandError } from '../../server/CommandError.ts';

/** A kind's name in every spelling that the code uses. */
export type Names = {
  /** `service_areas`: the table, the kind, the path of the API. */
  kind: string;
  /** `serviceAreas`: folders, files and the locale namespace. */
  many: string;
  one: string;
  /** `ServiceAreas`: types and components. */
  Many: string;
  One: string;
  /** `service-areas`: the page below `/dashboard/`. */
  path: string;
  /** `Service areas`: what people read, in English. */
  title: string;
  label: string;
};

const camel = (snake: string) => snake.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `categories` → `category`, `areas` → `area`; a name without a plural ending stays as it is. */
function singular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  return plural.replace(/s$/, '');
}

/**
 * Spells the name of a kind.
 * @param kind the plural in lower case, such as `service_areas`
 * @param single the singular, where the plural does not show it
 * @throws CommandError when the name is no identifier, or the singular equals the plural.
 */
export function namesOf(kind: string, single = singular(kind)): Names {
  for (const name of [kind, single])
    if (!/^[a-z]+(_[a-z]+)*$/.test(name))
      throw new CommandError(`"${name}" is not a valid name. Use lower-case letters and underscores: service_areas.`);
  if (single === kind)
    throw new CommandError(`"${kind}" has no plural ending. Give its singular: --one ${kind}_item, for example.`);
  const many = camel(kind);
  const one = camel(single);
  return {
    kind,
    many,
    one,
    Many: capital(many),
    One: capital(one),
    path: kind.replaceAll('_', '-'),
    title: capital(kind.replaceAll('_', ' ')),
    label: capital(single.replaceAll('_', ' ')),
  };
}
