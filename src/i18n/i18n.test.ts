import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/dom';
import i18next from 'i18next';
import { flagDefaults } from '../../contract/flags.ts';
import type { Language } from '../../contract/languages.ts';
import type { LanguageOption } from '../../contract/tenant.ts';
import { currentLanguage, loadNamespaces, setLanguage, startLanguages } from './i18n.ts';

let unfollow = () => undefined as void;

afterEach(() => {
  unfollow();
  localStorage.clear();
  jest.restoreAllMocks();
});

async function start(...offered: Language[]) {
  const options: LanguageOption[] = offered.map((value) => ({
    label: value,
    value,
    instance: 'dev',
    direction: 'ltr',
  }));
  unfollow = await startLanguages({ languages: options, flags: flagDefaults }, ['app']);
}

describe('the language', () => {
  // R134
  test('is the deployment’s first one unless somebody chose', async () => {
    await start('lt', 'en');
    expect(currentLanguage()).toBe('lt');
    expect(i18next.t('app:retry')).toBe('Bandyti dar kartą');
    expect(localStorage.getItem('i18nextLng')).toBeNull();
  });

  test('is the stored choice where the deployment offers it', async () => {
    localStorage.setItem('i18nextLng', 'en');
    await start('lt', 'en');
    expect(currentLanguage()).toBe('en');
  });

  test('is the first one again where the stored choice is not offered', async () => {
    localStorage.setItem('i18nextLng', 'sk');
    await start('lt', 'en');
    expect(currentLanguage()).toBe('lt');
  });

  // R135
  test('Estonian is stored as ee, and to the browser it is et', async () => {
    await start('en', 'ee');
    await setLanguage('ee');
    expect(localStorage.getItem('i18nextLng')).toBe('ee');
    expect(currentLanguage()).toBe('ee');
    expect(document.documentElement.lang).toBe('et');
    expect(i18next.t('app:retry')).toBe('Proovi uuesti');
  });

  test('uses the words of its country', async () => {
    const portuguese = (instance: string) => [
      { label: 'Português', value: 'pt' as const, instance, direction: 'ltr' as const },
    ];
    unfollow = await startLanguages({ languages: portuguese('PT'), flags: flagDefaults }, ['crud']);
    expect([i18next.t('crud:delete'), i18next.t('crud:cancel')]).toEqual(['Eliminar', 'Cancelar']);
    unfollow();
    unfollow = await startLanguages({ languages: portuguese('BR'), flags: flagDefaults }, ['crud']);
    expect([i18next.t('crud:delete'), i18next.t('crud:cancel')]).toEqual(['Excluir', 'Cancelar']);
  });

  test('changes here when it is changed in another tab', async () => {
    await start('en', 'sk');
    localStorage.setItem('i18nextLng', 'sk');
    window.dispatchEvent(new StorageEvent('storage', { key: 'i18nextLng' }));
    await waitFor(() => expect(i18next.t('app:retry')).toBe('Skúsiť znova'));
  });

  test('is the one chosen last, though an earlier choice takes longer to come', async () => {
    await start('en', 'es');
    // Spanish still has to load, English is loaded.
    await Promise.all([setLanguage('es'), setLanguage('en')]);
    expect(currentLanguage()).toBe('en');
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('i18nextLng')).toBe('en');
  });

  test('takes the words that pages have asked for along when it changes', async () => {
    await start('en', 'is');
    await loadNamespaces(['auth']);
    await setLanguage('is');
    expect(i18next.t('auth:title')).toBe('Innskráning');
  });
});

describe('a word that is missing', () => {
  // R136
  test('is shown in English, and as nothing until English is there', async () => {
    await start('lt', 'en');
    await loadNamespaces(['online']);
    i18next.removeResourceBundle('lt', 'online');
    i18next.addResourceBundle('lt', 'online', {});
    expect(i18next.t('online:title')).toBe('');
    await waitFor(() => expect(i18next.t('online:title')).toBe('Online interpretations'));
  });

  test('in English too is shown as nothing, never as its key', async () => {
    await start('en');
    const unknown: string = 'app:noSuchWord';
    expect(i18next.t(unknown as 'app:retry')).toBe('');
  });
});
