import { useMemo } from 'react';
import { LiveReads } from '#api/query.ts';
import { ListPage } from '#crud/ListPage.tsx';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Updated } from '../Updated.tsx';
import { columnsOf } from './columns.tsx';
import { refreshEvery } from './refreshEvery.ts';
import { listedAt, type Place } from './place.ts';
import { useInterpretationFilters } from './useInterpretationFilters.ts';

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
