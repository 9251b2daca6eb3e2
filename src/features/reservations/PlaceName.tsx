import { useTranslation } from 'react-i18next';
import type { LocationType } from '../../../contract/interpretations.ts';

/** Whether people meet on site or not. */
export function PlaceName({ type }: { type: LocationType }) {
  const { t } = useTranslation('reservations');
  return t(`types.${type}`);
}
