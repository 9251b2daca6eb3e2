import { JSDOM, VirtualConsole } from 'jsdom';
import { SharedEnvironment } from './environment.ts';
import { sourceMaps } from './freshModules.ts';

// styled-components adds each rule by itself, as in production: jsdom reads a whole sheet again for each text that is added to it.
process.env['SC_DISABLE_SPEEDY'] = 'false';

const address = 'http://localhost/';
const page = '<!DOCTYPE html><html><head></head><body></body></html>';
const virtualConsole = new VirtualConsole();
virtualConsole.on('jsdomError', (error) => console.error(error));
const dom = new JSDOM(page, { url: address, pretendToBeVisual: true, virtualConsole });

const startTimer = setTimeout;
/** What is drawn in the next frame, by number. */
const frames = new Map<number, FrameRequestCallback>();
let frameCount = 0;

function drawFrame(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const draw of due) draw(performance.now());
}

// jsdom draws frames with an interval, which never fires again if it was started while a test had fake timers.
Object.assign(dom.window, {
  requestAnimationFrame: (draw: FrameRequestCallback) => {
    if (frames.size === 0) startTimer(drawFrame, 16);
    frameCount += 1;
    frames.set(frameCount, draw);
    return frameCount;
  },
  cancelAnimationFrame: (frame: number) => void frames.delete(frame),
});

/** What stays as Node has it: jsdom has no requests and streams, and its own bytes and signals do not fit Node's. */
const ofNode = new Set(
  `AbortController AbortSignal Blob FormData Headers URL URLSearchParams WebSocket
  TextDecoder TextEncoder atob btoa clearInterval clearTimeout console crypto performance queueMicrotask setInterval setTimeout`.split(
    /\s+/,
  ),
);
const ofPrototypes = ['addEventListener', 'removeEventListener', 'dispatchEvent'];

/** Makes the properties of the window global. All files of a worker have this window. */
function showWindow(): void {
  const window = dom.window as object;
  for (const name of [...Object.getOwnPropertyNames(window), ...ofPrototypes]) {
    const value: unknown = Reflect.get(window, name);
    const isKnown = name in globalThis && Object.is(value, Reflect.get(globalThis, name));
    if (isKnown || ofNode.has(name)) continue;
    if (value === window)
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: globalThis });
    else if (typeof value !== 'function')
      Object.defineProperty(globalThis, name, {
        configurable: true,
        get: () => Reflect.get(window, name) as unknown,
        set: (to) => {
          Reflect.set(window, name, to);
        },
      });
    else {
      const isClass = /^[A-Z]/.test(name);
      const shown: unknown = isClass ? value : value.bind(window);
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: shown });
    }
  }
}
showWindow();

const withoutAttributes = (element: Element) => {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
};

/** Gives the page back as it was before the first file. */
function resetPage(): void {
  const { document, history, localStorage, sessionStorage } = dom.window;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', address);
  for (const element of [document.documentElement, document.head, document.body]) withoutAttributes(element);
  document.head.replaceChildren();
  document.body.replaceChildren();
}

/** The environment of the page tests: that of the others, with the window of a browser. */
class DomEnvironment extends SharedEnvironment {
  override readonly sourceMaps = sourceMaps;

  override async teardown(): Promise<void> {
    await super.teardown();
    resetPage();
  }
}

export { DomEnvironment as 'module.exports' };
