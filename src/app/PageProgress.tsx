import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigation } from '#lib/router.ts';
import { ProgressBar } from '#ui/ProgressBar.tsx';

/** How long the bar stays at least, in milliseconds: an instant page change would be invisible. */
const minDuration = 300;

/** The progress bar shown at every page change (R18). */
export function PageProgress() {
  const { t } = useTranslation('app');
  const navigating = useNavigation().state !== 'idle';
  const { pathname } = useLocation();
  const [arrivedAt, setArrivedAt] = useState(pathname);
  const arriving = pathname !== arrivedAt;
  useEffect(() => {
    if (!arriving) return undefined;
    const timer = setTimeout(() => setArrivedAt(pathname), minDuration);
    return () => clearTimeout(timer);
  }, [arriving, pathname]);
  return navigating || arriving ? <ProgressBar label={t('loading')} /> : null;
}
