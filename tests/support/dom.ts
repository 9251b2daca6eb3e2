import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/dom';

// A long timeout for busy machines; elements that appear are found at once.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no layout to scroll.
window.scrollTo = () => undefined;

// Nor any resizing.
globalThis.ResizeObserver ??= class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
