import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigation } from '#lib/router.ts';
import { ProgressBar } from '#ui/ProgressBar.tsx';

/** A change of page that takes no time would pass unseen: its bar stays for at least this long, in milliseconds. */
const shortest = 300;

/** The bar in the deployment's colour at every change of page, however quick (specification §2). */
export function PageProgress() {
  const { t } = useTranslation('app');
  const navigating = useNavigation().state !== 'idle';
  const { pathname } = useLocation();
  const [arrivedAt, setArrivedAt] = useState(pathname);
  const arriving = pathname !== arrivedAt;
  useEffect(() => {
    if (!arriving) return undefined;
    const timer = setTimeout(() => setArrivedAt(pathname), shortest);
    return () => clearTimeout(timer);
  }, [arriving, pathname]);
  return navigating || arriving ? <ProgressBar label={t('loading')} /> : null;
}
