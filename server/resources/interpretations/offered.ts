import type { InterpretationsQuery } from '../../../contract/interpretationRecords.ts';
import type { Flag, Flags } from '../../../contract/flags.ts';
import { requiredFlags, type RequestPart } from '../../../contract/offered.ts';
import { ApiProblem } from '../../problem.ts';

/** The flag that a filter, or one of its values, requires. */
type FlaggedFilter<Filter extends string> = { filter: Filter; value?: string; flag: Flag };

/** The flags that values of a filter require, for a filter by a property of requests. */
export function flagsOfFilter<Filter extends string>(filter: Filter, ...parts: RequestPart[]): FlaggedFilter<Filter>[] {
  return parts.flatMap((part) => Object.entries(requiredFlags[part]).map(([value, flag]) => ({ filter, value, flag })));
}

const flagsOfFilters: FlaggedFilter<keyof InterpretationsQuery>[] = [
  ...(Object.keys(requiredFlags) as RequestPart[]).flatMap((part) => flagsOfFilter(part, part)),
  { filter: 'caption_type', flag: 'transcription' },
  { filter: 'recording', flag: 'recordings' },
  { filter: 'department', flag: 'departments' },
  { filter: 'rated', flag: 'feedback' },
];

/**
 * Refuses a query for what the deployment does not offer.
 * @param filters the flags that its filters, or some of their values, require
 * @throws ApiProblem invalid, with `feature_off` at the filter.
 */
export function refuseUnoffered<Query extends object>(
  query: Query,
  filters: readonly FlaggedFilter<keyof Query & string>[],
  flags: Flags,
): void {
  const refused = filters.filter(({ filter, value, flag }) => {
    const given = query[filter];
    if (flags[flag] || given === undefined) return false;
    return value === undefined || (Array.isArray(given) && (given as string[]).includes(value));
  });
  if (refused.length > 0)
    throw new ApiProblem('invalid', {
      errors: Object.fromEntries(refused.map(({ filter }) => [filter, ['feature_off']])),
    });
}

/** The same for a list of interpretations. */
export function assertOffered(query: InterpretationsQuery, flags: Flags): void {
  refuseUnoffered(query, flagsOfFilters, flags);
}
