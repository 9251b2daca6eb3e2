import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Channel, outcomes, recordingStates, requestKinds } from '../../../contract/interpretations.ts';
import { offeredBy } from '../../../contract/offered.ts';
import { LiveReads } from '#api/query.ts';
import { ListPage } from '#crud/ListPage.tsx';
import { useFlag, useTenant } from '#tenant/TenantProvider.tsx';
import type { ChoicesFilter, Filter } from '#ui/list/filters.ts';
import { Updated } from '../Updated.tsx';
import { useDaysFilter } from '../useDaysFilter.tsx';
import { useRecordFilters } from '../useRecordFilters.tsx';
import { columnsOf } from './columns.tsx';
import { listedAt, type Place } from './place.ts';
import { refreshEvery } from './refreshEvery.ts';

/** The interpretations of one channel, polled: `/dashboard/online`, `/dashboard/offline`. */
export function InterpretationsList({ at }: { at: Place }) {
  const hasRecordings = useFlag('recordings');
  const resource = useMemo(() => listedAt(at), [at]);
  const columns = useMemo(() => columnsOf({ channel: at.channel, hasRecordings }), [at, hasRecordings]);
  const filters = useInterpretationFilters(at.channel);
  return (
    <LiveReads path={resource.collection.path} every={refreshEvery}>
      <ListPage
        resource={resource}
        columns={columns}
        defaultOrdering="-created"
        filters={filters}
        description={<Updated />}
      />
    </LiveReads>
  );
}

/** The filters of a channel's interpretations; the server refuses filters that the deployment does not have. */
function useInterpretationFilters(channel: Channel): Filter[] {
  const { t } = useTranslation('interpretations');
  const { flags } = useTenant();
  const days = useDaysFilter();
  const records = useRecordFilters([
    { name: 'interpreter', kind: 'interpreter', label: t('interpreter'), isMany: true },
    { name: 'customer', kind: 'customer', label: t('customer'), isMany: true },
    { name: 'partner', kind: 'partner', label: t('partner'), isMany: true },
    { name: 'partner_category', kind: 'partner_category', label: t('partnerCategory'), isMany: true },
    { name: 'department', kind: 'department', label: t('department'), isMany: true },
  ]);
  return useMemo(() => {
    const offered = offeredBy(flags);
    /** A filter by several values; nothing if there is only one value. */
    const anyOf = <Value extends string>(
      name: string,
      label: string,
      values: readonly Value[],
      words: (value: Value) => string,
    ): ChoicesFilter[] =>
      values.length > 1
        ? [
            {
              kind: 'choices',
              name,
              label,
              choices: values.map((value) => ({ value, label: words(value) })),
              isMany: true,
            },
          ]
        : [];
    const yesNo = (name: string, label: string, yes: string, no: string): ChoicesFilter => ({
      kind: 'choices',
      name,
      label,
      choices: [
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ],
    });
    const places = channel === 'live' ? offered.locationTypes : [];
    return [
      days,
      ...records,
      ...anyOf('outcome', t('outcome'), outcomes, (value) => t(`outcomes.${value}`)),
      yesNo('ended', t('state'), t('over'), t('notOver')),
      ...anyOf('kind', t('kind'), requestKinds, (value) => t(`kinds.${value}`)),
      ...anyOf('session_mode', t('mode'), offered.sessionModes, (mode) => mode),
      ...anyOf('location_type', t('location'), places, (value) => t(`locations.${value}`)),
      ...anyOf('service_kind', t('service'), offered.serviceKinds, (value) => t(`services.${value}`)),
      ...anyOf('queue_type', t('queue'), offered.queueTypes, (value) => t(`queues.${value}`)),
      ...(flags.recordings
        ? anyOf('recording', t('recording'), [...recordingStates, 'none' as const], (value) => t(`recordings.${value}`))
        : []),
      yesNo('has_note', t('note'), t('withNote'), t('withoutNote')),
      ...(flags.feedback ? [yesNo('rated', t('feedback'), t('withFeedback'), t('withoutFeedback'))] : []),
    ];
  }, [t, flags, channel, days, records]);
}
