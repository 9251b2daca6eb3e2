/**
 * The first script of the app in a frame of the studio: prepares the frame's own storage, then shows the colours that the studio
 * sends. A constructed style sheet is allowed by the app's policy.
 */
(() => {
  const view = JSON.parse(document.getElementById('studio')?.textContent ?? '{}') as {
    studio: string;
    palette: 'light' | 'dark';
    session: { token: string; expiry: string } | null;
  };
  localStorage.setItem('app.settings', JSON.stringify({ direction: 'ltr', paletteMode: view.palette, pinNav: true }));
  if (view.session) localStorage.setItem('auth', JSON.stringify(view.session));
  else localStorage.removeItem('auth');

  const colours = new CSSStyleSheet();
  addEventListener('message', ({ origin, data }: MessageEvent<{ css?: unknown; language?: unknown }>) => {
    if (origin !== view.studio) return;
    if (typeof data.css === 'string') {
      colours.replaceSync(data.css);
      document.adoptedStyleSheets = [colours];
    }
    if (typeof data.language === 'string' && localStorage.getItem('i18nextLng') !== data.language) {
      localStorage.setItem('i18nextLng', data.language);
      dispatchEvent(new StorageEvent('storage', { key: 'i18nextLng', newValue: data.language }));
    }
  });
  parent.postMessage('ready', view.studio);
})();
