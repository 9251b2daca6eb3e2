import { useTranslation } from 'react-i18next';
import { overview } from '#api/overview.ts';
import { useQuery } from '#api/query.ts';
import { FigurePlace } from '#domain/FigurePlace.tsx';
import { useFormats } from '#i18n/useFormats.ts';

/** Online interpretations: behind the requests and the interpreters of the overview. */
export function OnlinePage() {
  const { t } = useTranslation('online');
  const { numbers } = useFormats();
  const { data } = useQuery(overview);
  return (
    <FigurePlace
      title={t('title')}
      figures={[
        { label: t('figure'), value: numbers.count(data?.requests ?? null) },
        { label: t('interpreters'), value: numbers.count(data?.online_interpreters ?? null) },
      ]}
    >
      {t('willList')}
    </FigurePlace>
  );
}
