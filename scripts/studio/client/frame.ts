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

  // The app moves the focus to its first field, which must not take it from the studio.
  document.documentElement.inert = true;

  const colours = new CSSStyleSheet();
  addEventListener('message', ({ origin, data }: MessageEvent<{ css?: unknown; isTried?: unknown }>) => {
    if (origin !== view.studio) return;
    if (typeof data.isTried === 'boolean') document.documentElement.inert = !data.isTried;
    if (typeof data.css !== 'string') return;
    colours.replaceSync(data.css);
    document.adoptedStyleSheets = [colours];
  });
  // Opened in a tab of its own, the app is used at once.
  if (parent === window) document.documentElement.inert = false;
  else parent.postMessage('ready', view.studio);
})();
