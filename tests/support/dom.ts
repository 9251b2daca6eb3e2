import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/dom';

// Patience for a busy machine: what appears is found at once all the same.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no layout to scroll.
window.scrollTo = () => undefined;

// Nor anything that changes its size.
globalThis.ResizeObserver ??= class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
