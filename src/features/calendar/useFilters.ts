import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { pageSize } from '../../../contract/bounds.ts';
import { partners } from '#api/partners.ts';
import { useQuery } from '#api/query.ts';
import { userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import type { Choice } from '#ui/Select.tsx';
import type { FilterName } from './calendarState.ts';

const readPartners = partners.list({ page_size: pageSize.max, ordering: 'name' });

/** How many interpreters can be chosen from one by one. */
const few = 25;

/** One thing that the calendar can be narrowed by. */
export type CalendarFilter = { name: FilterName; label: string; choices: Choice[]; isMany?: boolean };

/** What the calendar can be narrowed by in this deployment, among these people. */
export function useFilters(people: readonly { id: string; name: string }[]): CalendarFilter[] {
  const { t } = useTranslation('calendar');
  const { flags } = useTenant();
  const maySeePartners = useAtomValue(userAtom)?.verdicts.collections.partners !== 'none';
  const { data: partnerPage } = useQuery(
    flags.reservations && maySeePartners && people.length > 1 ? readPartners : null,
  );
  const partnerChoices = partnerPage?.results.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const filters: CalendarFilter[] = [
    {
      name: 'state',
      label: t('state'),
      choices: (['enabled', 'disabled', 'completed'] as const).map((value) => ({ value, label: t(`states.${value}`) })),
      isMany: true,
    },
  ];
  if (flags.online && flags.live)
    filters.unshift({
      name: 'request_type',
      label: t('type'),
      choices: (['online', 'live'] as const).map((value) => ({ value, label: t(`channels.${value}`) })),
    });
  if (flags.emergencySchedules)
    filters.push({
      name: 'emergency',
      label: t('emergency'),
      choices: [
        { value: 'true', label: t('onlyEmergency') },
        { value: 'false', label: t('noEmergency') },
      ],
    });
  if (partnerChoices.length > 0) filters.push({ name: 'partner', label: t('partner'), choices: partnerChoices });
  if (people.length > 1)
    filters.push({ name: 'free', label: t('free'), choices: [{ value: 'true', label: t('onlyFree') }] });
  // More of them than a menu can hold are searched for.
  if (people.length > 1 && people.length <= few)
    filters.push({
      name: 'interpreter',
      label: t('interpreter'),
      choices: people.map(({ id, name }) => ({ value: id, label: name })),
      isMany: true,
    });
  return filters;
}
