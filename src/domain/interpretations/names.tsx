import { useTranslation } from 'react-i18next';
import type { LocationType } from '../../../contract/interpretations.ts';

/** The name of a location type. The page needs the namespace `interpretations`. */
export function LocationName({ type }: { type: LocationType }) {
  const { t } = useTranslation('interpretations');
  return t(`locations.${type}`);
}
