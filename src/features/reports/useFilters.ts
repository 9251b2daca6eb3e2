import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Channel,
  channels,
  type LocationType,
  locationTypes,
  type ServiceKind,
  serviceKinds,
  type SessionMode,
  sessionModes,
} from '../../../contract/interpretations.ts';
import { userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import type { Choice } from '#ui/Select.tsx';
import type { FilterName, KnownValues } from './reportState.ts';

/** The filters whose values are records. */
export const recordFilters = ['partner', 'partner_category', 'department', 'interpreter', 'user'] as const;
/** A filter whose values are records. */
export type RecordFilter = (typeof recordFilters)[number];

/** A filter with a few values to choose from. */
export type ChoiceFilter = { name: FilterName; label: string; choices: Choice[] };

/** What this person can narrow reports by in this deployment: some values, and records to be looked for. */
export function useFilters(): { choices: ChoiceFilter[]; records: RecordFilter[]; known: KnownValues } {
  const { t } = useTranslation('reports');
  const { flags } = useTenant();
  const seesPeople = useAtomValue(userAtom)?.verdicts.users ?? false;
  return useMemo(() => {
    const values: [FilterName, (Channel | ServiceKind | SessionMode | LocationType)[]][] = [
      ['session_channel', channels.filter((channel) => flags[channel])],
      ['session_type', flags.transcription ? [...serviceKinds] : []],
      ['session_mode', [...(flags.relay ? sessionModes : []), ...(flags.live ? locationTypes : [])]],
    ];
    const choices = values
      .filter(([, names]) => names.length > 1)
      .map(([name, names]) => ({
        name,
        label: t(`filters.${name}`),
        choices: names.map((value) => ({ value, label: t(`values.${value}`) })),
      }));
    const records = recordFilters.filter((name) => {
      if (name === 'department') return flags.departments && seesPeople;
      // Whoever sees nobody else counts what is their own.
      return seesPeople || name === 'partner' || name === 'partner_category';
    });
    const known: KnownValues = {
      ...Object.fromEntries(choices.map(({ name, choices: all }) => [name, all.map(({ value }) => value)])),
      ...Object.fromEntries(records.map((name) => [name, 'ids'])),
    };
    return { choices, records, known };
  }, [t, flags, seesPeople]);
}
