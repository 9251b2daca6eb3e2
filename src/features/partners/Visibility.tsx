import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/Badge.tsx';

/** Whether the mobile app lists a partner. */
export function Visibility({ isVisible }: { isVisible: boolean }) {
  const { t } = useTranslation('partners');
  return <Badge tone={isVisible ? 'success' : 'neutral'}>{t(isVisible ? 'visible' : 'hidden')}</Badge>;
}
