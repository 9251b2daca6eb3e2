import { useTranslation } from 'react-i18next';
import type { LocationType } from '../../../contract/interpretations.ts';

/** Where people are, in the reader's language. The page needs the words of `interpretations`. */
export function LocationName({ type }: { type: LocationType }) {
  const { t } = useTranslation('interpretations');
  return t(`locations.${type}`);
}
