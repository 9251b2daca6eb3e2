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

/** What every part of `src/ui/` needs around it, once: the page's style, the reader's locale and direction, toasts. */
export function UiProvider({ locale, direction, children }: UiProviderProps) {
  const toasts = useSyncExternalStore(followToasts, toastRegion);
  return (
    <I18nProvider locale={ariaLocale(locale, direction)}>
      <GlobalStyle />
      {children}
      {toasts}
    </I18nProvider>
  );
}

/**
 * React Aria reads the direction from the locale's script, and here it is a choice of its own (specification §2): a
 * right-to-left reader of Lithuanian is `lt-Arab-LT`, whose words are still the Lithuanian ones.
 */
function ariaLocale(locale: string, direction: 'ltr' | 'rtl'): string {
  return new Intl.Locale(locale, { script: direction === 'rtl' ? 'Arab' : 'Latn' }).toString();
}
