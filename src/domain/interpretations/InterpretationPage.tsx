import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { interpretations } from '#api/interpretations.ts';
import { LiveReads } from '#api/query.ts';
import { History } from '#crud/History.tsx';
import { RecordPage } from '#crud/RecordPage.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { useWord } from '#i18n/words.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { Navigate, useParams } from '#lib/router.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Updated } from '../Updated.tsx';
import { ClosingForm } from './ClosingForm.tsx';
import { hrefOf, listHref, type Place } from './place.ts';
import { refreshEvery } from './refreshEvery.ts';
import { RequestFacts } from './RequestFacts.tsx';

/** Only bundles of deployments with recordings contain it (`codeGates`). */
const Recordings = lazy(async () => ({
  default: (await loadChunk(() => import('../recordings/Recordings.tsx'))).Recordings,
}));

const freshness = () => <Updated />;

/** One interpretation: `/dashboard/online/{id}`, `/dashboard/offline/{id}`. */
export function InterpretationPage({ at }: { at: Place }) {
  const { t } = useTranslation('interpretations');
  const { dates } = useFormats();
  const word = useWord();
  const { id = '' } = useParams();
  const hasRecordings = useFlag('recordings');
  return (
    <LiveReads path={interpretations.path} every={refreshEvery}>
      <RecordPage
        read={interpretations.one(id)}
        list={{ label: word(at.title), href: listHref(at.channel) }}
        title={({ created }) => t('one', { date: dates.dateTime(created) })}
        description={freshness}
      >
        {(item) =>
          item.channel === at.channel ? (
            <>
              <RequestFacts interpretation={item} />
              {hasRecordings && (
                <Suspense fallback={<Skeleton height="120px" />}>
                  <Recordings interpretation={item} />
                </Suspense>
              )}
              <ClosingForm interpretation={item} />
              <History id={id} />
            </>
          ) : (
            // The address names the wrong channel: redirects to the other list.
            <Navigate to={hrefOf(item)} replace />
          )
        }
      </RecordPage>
    </LiveReads>
  );
}
