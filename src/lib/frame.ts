/** The attribute of `#root` while it contains a page that the build rendered. */
const shown = 'frame';

/** The attribute of `#root` with the index of the button that was pressed before the app started. */
const pressed = 'pressed';

const buttonsIn = (root: ParentNode): HTMLButtonElement[] => [...root.querySelectorAll('button')];

/** Shows the focus in the frame as the components do, remembers the last button pressed, and keeps the browser from sending the form. */
function followInput(root: HTMLElement): void {
  for (const [type, isFocused] of [
    ['focusin', true],
    ['focusout', false],
  ] as const)
    root.addEventListener(type, ({ target }) => {
      if (shown in root.dataset && target instanceof HTMLInputElement)
        target.toggleAttribute('data-focused', isFocused);
    });
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (shown in root.dataset && button) root.dataset[pressed] = String(buttonsIn(root).indexOf(button));
  });
  root.addEventListener('submit', (event) => {
    if (shown in root.dataset) event.preventDefault();
  });
}

/** Copies `<template id="frame-<name>">` into `#root`. Returns whether `#root` exists. */
function fill(name: string): boolean {
  const root = document.getElementById('root');
  if (!root) return false;
  const template = document.getElementById(`frame-${name}`);
  if (template instanceof HTMLTemplateElement) {
    root.dataset[shown] = name;
    root.append(document.importNode(template.content, true));
    followInput(root);
    // As the page itself does.
    root.querySelector('input')?.focus({ preventScroll: true });
  }
  return true;
}

/** Shows a page that the build rendered, as soon as the browser has read it: before the first frame. Called in the head. */
export function showFrame(name: string): void {
  // The templates precede `#root`, so they are complete when it exists.
  const observer = new MutationObserver(() => {
    if (fill(name)) observer.disconnect();
  });
  observer.observe(document.documentElement, { childList: true, subtree: true });
}

/** Whether `#root` contains a page that the build rendered. */
export const hasFrame = (root: HTMLElement): boolean => shown in root.dataset;

type Entered = { name: string; value: string; isFocused: boolean };

/** What was typed into the frame. */
function entered(root: HTMLElement): Entered[] {
  return [...root.querySelectorAll('input')].map((input) => ({
    name: input.name,
    value: input.value,
    isFocused: input === document.activeElement,
  }));
}

/** Types a value as a person would, so that the form notices. */
function type(input: HTMLInputElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Replaces the frame with the page that `render` draws at once, which looks the same: moves typed values and the focus into it, and
 * repeats the last press of a button.
 */
export function replaceFrame(root: HTMLElement, render: () => void): void {
  const before = entered(root);
  const press = root.dataset[pressed];
  delete root.dataset[shown];
  delete root.dataset[pressed];
  render();
  for (const { name, value, isFocused } of before) {
    const input = [...root.querySelectorAll('input')].find((each) => each.name === name);
    if (!input) continue;
    if (value !== '') type(input, value);
    if (isFocused) input.focus({ preventScroll: true });
  }
  if (press !== undefined) buttonsIn(root)[Number(press)]?.click();
}
