import { type ReactNode, useSyncExternalStore } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { GlobalStyle } from './GlobalStyle.ts';
import { followToasts, toastRegion } from './toast.ts';

export type UiProviderProps = {
  /** The reader's locale (BCP 47). */
  locale: string;
  direction: 'ltr' | 'rtl';
  children: ReactNode;
};

/** Everything that components of `src/ui/` need around them: global styles, the reader's locale and direction, toasts. */
export function UiProvider({ locale, direction, children }: UiProviderProps) {
  const toasts = useSyncExternalStore(followToasts, toastRegion, toastRegion);
  return (
    <I18nProvider locale={ariaLocale(locale, direction)}>
      <GlobalStyle />
      {children}
      {toasts}
    </I18nProvider>
  );
}

/**
 * React Aria derives the direction from the locale's script, but here it is a setting (R128): for right-to-left
 * Lithuanian the locale becomes `lt-Arab-LT`, whose texts are still the Lithuanian ones.
 */
function ariaLocale(locale: string, direction: 'ltr' | 'rtl'): string {
  return new Intl.Locale(locale, { script: direction === 'rtl' ? 'Arab' : 'Latn' }).toString();
}
