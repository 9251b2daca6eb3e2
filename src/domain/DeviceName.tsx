import { useTranslation } from 'react-i18next';

type DeviceNameProps = { device: { browser: string | null; system: string | null } };

/** The browser and the operating system of a device. The page needs the namespace `crud`. */
export function DeviceName({ device: { browser, system } }: DeviceNameProps) {
  const { t } = useTranslation('crud');
  if (browser && system) return t('device', { browser, system });
  return browser ?? system ?? t('unknownDevice');
}
