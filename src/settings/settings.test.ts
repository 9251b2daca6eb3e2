import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { followSettings } from './useSettings.ts';
import { useSettingsPanel } from './useSettingsPanel.ts';

let unfollow: () => void;

beforeEach(() => {
  document.head.innerHTML = '<style>:root{--c-ground:#123456}</style><meta name="theme-color" content="#ffffff">';
  act(() => {
    unfollow = followSettings();
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  const { result } = renderHook(useSettingsPanel);
  act(() => result.current.reset());
  unfollow();
  localStorage.clear();
});

/** Stores settings as another tab or an earlier visit would. */
function storedElsewhere(value: string) {
  localStorage.setItem('app.settings', value);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'app.settings' })));
  return renderHook(useSettingsPanel).result.current;
}

describe('the appearance settings', () => {
  // R128
  test('are left to right, light and pinned unless changed', () => {
    const { result } = renderHook(useSettingsPanel);
    expect(result.current.settings).toEqual({ direction: 'ltr', paletteMode: 'light', pinNav: true });
    expect(result.current.custom).toBe(false);
    expect(localStorage.getItem('app.settings')).toBeNull();
  });

  // R130
  test('merge a change, keep it, and show it on the page at once', () => {
    const { result } = renderHook(useSettingsPanel);
    act(() => result.current.update({ paletteMode: 'dark' }));
    act(() => result.current.update({ direction: 'rtl' }));
    expect(JSON.parse(localStorage.getItem('app.settings') ?? '')).toEqual({
      direction: 'rtl',
      paletteMode: 'dark',
      pinNav: true,
    });
    expect(document.documentElement).toHaveAttribute('data-palette', 'dark');
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
    expect(document.querySelector('meta[name="theme-color"]')).toHaveAttribute('content', '#123456');
    expect(result.current.custom).toBe(true);
  });

  // R131
  test('are custom only while they differ from the defaults', () => {
    const { result } = renderHook(useSettingsPanel);
    act(() => result.current.update({ pinNav: false }));
    expect(result.current.custom).toBe(true);
    act(() => result.current.update({ pinNav: true }));
    expect(result.current.custom).toBe(false);
  });

  // R129
  test('go back to the defaults by a reset, which removes the stored copy', () => {
    const { result } = renderHook(useSettingsPanel);
    act(() => result.current.update({ paletteMode: 'dark' }));
    act(() => result.current.reset());
    expect(result.current.settings).toEqual({ direction: 'ltr', paletteMode: 'light', pinNav: true });
    expect(localStorage.getItem('app.settings')).toBeNull();
    expect(document.documentElement).toHaveAttribute('data-palette', 'light');
  });

  test.each(['{', '[]', 'null', '7', '{"paletteMode":"neon","direction":1,"pinNav":"yes"}'])(
    'read as the defaults where %s is stored',
    (value) => {
      expect(storedElsewhere(value).settings).toEqual({ direction: 'ltr', paletteMode: 'light', pinNav: true });
    },
  );

  test('know of single keys only once they are switched off', () => {
    const { result } = renderHook(useSettingsPanel);
    act(() => result.current.update({ shortcuts: false }));
    expect(result.current.custom).toBe(true);
    expect(storedElsewhere(localStorage.getItem('app.settings') ?? '').settings.shortcuts).toBe(false);
    act(() => result.current.update({ shortcuts: undefined }));
    expect(JSON.parse(localStorage.getItem('app.settings') ?? '')).toEqual({
      direction: 'ltr',
      paletteMode: 'light',
      pinNav: true,
    });
    expect(result.current.custom).toBe(false);
  });

  test('keep the valid parts of an invalid stored copy', () => {
    expect(storedElsewhere('{"paletteMode":"dark","direction":"up"}').settings).toEqual({
      direction: 'ltr',
      paletteMode: 'dark',
      pinNav: true,
    });
  });

  // R132
  test('last as long as the page where storage is refused', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { result } = renderHook(useSettingsPanel);
    act(() => result.current.update({ pinNav: false }));
    act(() => result.current.update({ paletteMode: 'dark' }));
    expect(result.current.settings).toEqual({ direction: 'ltr', paletteMode: 'dark', pinNav: false });
    act(() => result.current.reset());
    expect(result.current.settings.pinNav).toBe(true);
  });
});
