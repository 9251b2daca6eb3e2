import { useTranslation } from 'react-i18next';
import { overview } from '#api/overview.ts';
import { useQuery } from '#api/query.ts';
import { FigurePlace } from '#domain/FigurePlace.tsx';
import { useFormats } from '#i18n/useFormats.ts';

/** Users: behind the registered users of the overview. */
export function UsersPage() {
  const { t } = useTranslation('users');
  const { numbers } = useFormats();
  const { data } = useQuery(overview);
  return (
    <FigurePlace
      title={t('title')}
      figures={[{ label: t('figure'), value: numbers.count(data?.registered_users ?? null) }]}
    >
      {t('willList')}
    </FigurePlace>
  );
}
