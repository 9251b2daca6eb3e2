import { useTranslation } from 'react-i18next';
import { overview } from '#api/overview.ts';
import { useQuery } from '#api/query.ts';
import { FigurePlace } from '#domain/FigurePlace.tsx';
import { useFormats } from '#i18n/useFormats.ts';

/** Feedback: behind the average of the overview. */
export function FeedbackPage() {
  const { t } = useTranslation('feedback');
  const { numbers } = useFormats();
  const { data } = useQuery(overview);
  return (
    <FigurePlace
      title={t('title')}
      figures={[{ label: t('figure'), value: numbers.average(data?.average_feedback ?? null) }]}
    >
      {t('willList')}
    </FigurePlace>
  );
}
