import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { InterpretationDetail } from '../../../contract/interpretationRecords.ts';
import { interpretations } from '#api/interpretations.ts';
import { LiveReads } from '#api/query.ts';
import { History } from '#crud/History.tsx';
import { RecordPage } from '#crud/RecordPage.tsx';
import { fromFacts } from '#crud/useWayBack.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useWord } from '#i18n/words.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { Navigate, useLocation, useParams } from '#lib/router.ts';
import { editHref, isEdit } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Updated } from '../Updated.tsx';
import { ClosingForm } from './ClosingForm.tsx';
import { hrefOf, listHref, type Place } from './place.ts';
import { refreshEvery } from './refreshEvery.ts';
import { RequestFacts } from './RequestFacts.tsx';
import { WhoCanAnswer } from './WhoCanAnswer.tsx';

/** Only bundles of deployments with recordings contain it (`codeGates`). */
const Recordings = lazy(async () => ({
  default: (await loadChunk(() => import('../recordings/Recordings.tsx'))).Recordings,
}));

const freshness = () => <Updated />;

/** One interpretation: `/dashboard/online/{id}`, `/dashboard/offline/{id}`; below `/edit` the form of its notes and closure. */
export function InterpretationPage({ at }: { at: Place }) {
  const { t } = useTranslation(['interpretations', 'crud']);
  const { dates } = useFormats();
  const word = useWord();
  const { id = '' } = useParams();
  const hasRecordings = useFlag('recordings');
  const verdicts = useAtomValue(userAtom)?.verdicts;
  const isPlanner = verdicts?.overview === 'all' && verdicts.users;
  const isEditing = isEdit(useLocation().pathname);
  const nameOf = ({ created }: InterpretationDetail) => t('one', { date: dates.dateTime(created) });
  const editLink = (item: InterpretationDetail) =>
    item.can.note && (
      <ButtonLink to={editHref(hrefOf(item))} state={fromFacts} variant="primary">
        {t('crud:edit')}
      </ButtonLink>
    );
  const facts = (item: InterpretationDetail) => (
    <>
      {isPlanner && item.outcome === 'waiting' && <WhoCanAnswer channel={item.channel} />}
      <RequestFacts interpretation={item} />
      {hasRecordings && (
        <Suspense fallback={<Skeleton height="120px" />}>
          <Recordings interpretation={item} />
        </Suspense>
      )}
      <ClosingForm interpretation={item} />
      <History id={id} />
    </>
  );
  const form = (item: InterpretationDetail) =>
    item.can.note ? <ClosingForm interpretation={item} isEditing /> : <Navigate to={hrefOf(item)} replace />;
  return (
    <LiveReads path={interpretations.path} every={refreshEvery}>
      <RecordPage
        read={interpretations.one(id)}
        list={{ label: word(at.title), href: listHref(at.channel) }}
        {...(isEditing
          ? {
              title: ({ can }: InterpretationDetail) => t(can.close ? 'closing' : 'note'),
              crumbOf: (item: InterpretationDetail) => ({ label: nameOf(item), href: hrefOf(item) }),
            }
          : { title: nameOf, description: freshness, renderAction: editLink })}
      >
        {(item) => {
          // The address names the wrong channel: redirects to the other list.
          if (item.channel !== at.channel) return <Navigate to={hrefOf(item)} replace />;
          return isEditing ? form(item) : facts(item);
        }}
      </RecordPage>
    </LiveReads>
  );
}
