import { useTranslation } from 'react-i18next';
import type { LocationType } from '../../../contract/interpretations.ts';

/** The name of a location type. */
export function PlaceName({ type }: { type: LocationType }) {
  const { t } = useTranslation('reservations');
  return t(`types.${type}`);
}
