import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newPage } from '../tests/support/newPage.ts';
import { paths } from './paths.ts';

type Rules = Record<string, (input: string) => string>;

let policies: Map<string, Rules>;

/** Runs the boot script, as the page's head does. */
async function boot() {
  await newPage()(import.meta.resolve('./boot.ts'));
}

beforeEach(() => {
  policies = new Map();
  const createPolicy = (name: string, rules: Rules) => {
    policies.set(name, rules);
    return rules;
  };
  Object.assign(window, { trustedTypes: { createPolicy } });
});
afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

describe('the boot script', () => {
  test('puts stored palette and direction on the page before anything is drawn', async () => {
    localStorage.setItem('app.settings', '{"paletteMode":"dark","direction":"rtl"}');
    await boot();
    expect(document.documentElement).toHaveAttribute('data-palette', 'dark');
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  });

  test('takes the direction from the language, unless somebody chose one', async () => {
    const languages = [
      { value: 'en', direction: 'ltr' },
      { value: 'ee', direction: 'rtl' },
    ];
    const tenant = JSON.stringify({ brand: 'Viipesild', flags: {}, languages });
    document.head.innerHTML = `<script type="application/json" id="tenant">${tenant}</script>`;
    const directions = [];
    for (const [language, settings] of [
      ['en', '{}'],
      ['ee', '{"direction":"ltr"}'],
      ['ee', '{"direction":"ltr","leftToRight":true}'],
      ['en', '{"direction":"rtl"}'],
    ] as const) {
      localStorage.setItem('i18nextLng', language);
      localStorage.setItem('app.settings', settings);
      await boot();
      directions.push(document.documentElement.dir);
    }
    expect(directions).toEqual(['ltr', 'rtl', 'ltr', 'rtl']);
    document.head.replaceChildren();
  });

  test('takes the defaults where storage is refused', async () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    await boot();
    expect(document.documentElement).toHaveAttribute('data-palette', 'light');
    expect(document.documentElement).toHaveAttribute('dir', 'ltr');
  });

  test('takes the defaults where what is stored cannot be read', async () => {
    localStorage.setItem('auth', '{not json');
    localStorage.setItem('app.settings', '[1,2');
    localStorage.setItem('i18nextLng', 'tlh');
    await boot();
    expect(document.documentElement).toHaveAttribute('data-palette', 'light');
    expect(document.documentElement).toHaveAttribute('dir', 'ltr');
  });

  test.each([
    [paths.home.href(), true],
    [paths.login.href(), true],
    [paths.dashboard.href(), true],
    [paths.users.list.href(), true],
    [paths.register.href(), false],
    [paths.resetPassword.href(), false],
    [paths.enterCode.href(), false],
    ['/dashboards', false],
  ])(
    'shows the rendered sign-in page at %s: %s, and announces the scripts of the page that is shown',
    async (path, isShown) => {
      document.head.innerHTML = `<script type="application/json" id="tenant">${JSON.stringify({
        languages: [{ value: 'ee', direction: 'ltr' }],
      })}</script><script type="application/json" id="firstScripts">{"signIn":{"ee":[["assets/a.js","sha256-a"]]},"router":[["assets/b.js","sha256-b"]]}</script>`;
      history.replaceState(null, '', path);
      localStorage.setItem('app.settings', '{"paletteMode":"dark"}');
      const show = async () => {
        await boot();
        document.body.innerHTML = '<template id="frame-ee-dark"><h1>Logi sisse</h1></template><div id="root"></div>';
        await new Promise((done) => setTimeout(done));
        const announced = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')];
        for (const link of announced) link.remove();
        return [document.querySelector('#root h1') !== null, ...announced.map(({ href }) => new URL(href).pathname)];
      };
      expect(await show()).toEqual([isShown, isShown ? '/assets/a.js' : '/assets/b.js']);
      localStorage.setItem('auth', '{"token":"t"}');
      expect(await show()).toEqual([false, '/assets/b.js']);
      document.head.replaceChildren();
      document.body.replaceChildren();
      history.replaceState(null, '', '/');
    },
  );

  test.each([
    ['/dashboard/users', { token: 't' }, {}, 'light pinned'],
    ['/', { token: 't', expiry: '2999-01-01T00:00:00Z' }, { paletteMode: 'dark', pinNav: false }, 'dark slim'],
    ['/dashboard/users', { token: 't', expiry: '2020-01-01T00:00:00Z' }, {}, null],
    ['/auth/register', { token: 't' }, {}, null],
  ])('at %s with the session %j and the settings %j, shows the frame: %s', async (path, session, settings, shown) => {
    document.head.innerHTML =
      '<script type="application/json" id="tenant">{"languages":[{"value":"ee","direction":"ltr"}]}</script>';
    history.replaceState(null, '', path);
    localStorage.setItem('auth', JSON.stringify(session));
    localStorage.setItem('app.settings', JSON.stringify(settings));
    await boot();
    document.body.innerHTML = `<template id="frame-shell-light-pinned"><p>light pinned</p></template>
      <template id="frame-shell-dark-slim"><p>dark slim</p></template><div id="root"></div>`;
    await new Promise((done) => setTimeout(done));
    expect(document.querySelector('#root p')?.textContent ?? null).toBe(shown);
    document.head.replaceChildren();
    document.body.replaceChildren();
    history.replaceState(null, '', '/');
  });

  test('allows only empty markup, and only the service worker as a script', async () => {
    await boot();
    const rules = policies.get('default');
    expect(rules?.['createHTML']?.('')).toBe('');
    expect(() => rules?.['createHTML']?.('<b>')).toThrow(TypeError);
    expect(rules).not.toHaveProperty('createScript');
    expect(rules?.['createScriptURL']?.('/service-worker.js')).toBe('/service-worker.js');
    for (const url of ['https://evil.example/service-worker.js', '/assets/a.js', 'data:text/javascript,1'])
      expect(() => rules?.['createScriptURL']?.(url)).toThrow(TypeError);
  });

  test('makes the loader’s own policy pass scripts of this origin’s assets only', async () => {
    await boot();
    const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy: (n: string, r: Rules) => Rules } };
    const app = trustedTypes.createPolicy('app', { createScriptURL: (url) => url });
    expect(app['createScriptURL']?.('/assets/a.js')).toBe('/assets/a.js');
    for (const url of [
      'https://evil.example/assets/a.js',
      '/config.json',
      'data:text/javascript,1',
      '//evil.example/assets/a.js',
    ]) {
      expect(() => app['createScriptURL']?.(url)).toThrow(TypeError);
    }
  });

  test('goes on where the browser refuses a policy', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    Object.assign(window, {
      trustedTypes: {
        createPolicy: () => {
          throw new TypeError('refused');
        },
      },
    });
    await boot();
    expect(document.documentElement).toHaveAttribute('data-palette', 'light');
  });
});
