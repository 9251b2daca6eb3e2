import { useTranslation } from 'react-i18next';
import { feedback } from '#api/feedback.ts';
import { RecordPage } from '#crud/RecordPage.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { FeedbackInterpretation } from './FeedbackInterpretation.tsx';
import { Ratings } from './Ratings.tsx';

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
          <Ratings item={item} />
          <FeedbackInterpretation item={item} />
        </>
      )}
    </RecordPage>
  );
}
