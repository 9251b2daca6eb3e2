import { useTranslation } from 'react-i18next';
import type { Partner } from '../../../contract/partners.ts';
import { partners } from '#api/partners.ts';
import { RecordSwitches } from '#domain/RecordSwitches.tsx';
import { partnerSwitches } from './partnerForm.ts';

/** The switches for what the mobile app shows of a partner. */
export function InTheApp({ partner }: { partner: Partner }) {
  const { t } = useTranslation('partners');
  return (
    <RecordSwitches
      title={t('inTheApp')}
      collection={partners}
      record={partner}
      switches={partnerSwitches.map((name) => ({ name, label: t(name) }))}
      isReadOnly={!partner.can.update}
    />
  );
}
