import { useTranslation } from 'react-i18next';
import { feedback } from '#api/feedback.ts';
import { RecordPage } from '#crud/RecordPage.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { About } from './About.tsx';
import { Said } from './Said.tsx';

/** One feedback and its interpretation: `/dashboard/feedback/{id}`. */
export function FeedbackDetail() {
  const { t } = useTranslation('feedback');
  const { dates } = useFormats();
  const { id = '' } = useParams();
  return (
    <RecordPage
      read={feedback.one(id)}
      list={{ label: t('title'), href: paths.feedback.list.href() }}
      title={({ created }) => t('of', { date: dates.dateTime(created) })}
    >
      {(item) => (
        <>
          <Said item={item} />
          <About item={item} />
        </>
      )}
    </RecordPage>
  );
}
