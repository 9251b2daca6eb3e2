/** The attribute of `#root` while it contains a page that the build rendered. */
const shown = 'frame';

/** What the names of the dashboard's frames begin with. */
export const shellFrame = 'shell-';

/** The attribute of `#root` with the index of the button or link that was pressed before the app started. */
const pressed = 'pressed';

/** The attribute of `#root` with the name of the field that had the focus last. */
const focused = 'focused';

/** Buttons, and links to pages of the app. */
const pressable = 'button, a[href^="/"]';

const pressablesIn = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(pressable)];

/**
 * Shows the focus in the frame as the components do, remembers the last press, and keeps the browser from sending the form or
 * following a link: links of the app contain the address that somebody wanted to open.
 */
function followInput(root: HTMLElement): void {
  for (const [type, isFocused] of [
    ['focusin', true],
    ['focusout', false],
  ] as const)
    root.addEventListener(type, ({ target }) => {
      if (!(shown in root.dataset) || !(target instanceof HTMLInputElement)) return;
      target.toggleAttribute('data-focused', isFocused);
      if (isFocused) root.dataset[focused] = target.name;
    });
  root.addEventListener('click', (event) => {
    const { target } = event;
    const thing = target instanceof Element ? target.closest<HTMLElement>(pressable) : null;
    // With these keys the browser opens a link elsewhere.
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!(shown in root.dataset) || !thing || opensElsewhere) return;
    root.dataset[pressed] = String(pressablesIn(root).indexOf(thing));
    if (thing instanceof HTMLAnchorElement) event.preventDefault();
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
    // As the page itself does. Before the browser draws, when it computes the layout anyway: focusing needs one.
    requestAnimationFrame(() => {
      if (shown in root.dataset && !root.contains(document.activeElement))
        root.querySelector('input')?.focus({ preventScroll: true });
    });
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

/** Whether that page is the sign-in page, which works without the router. */
export const hasSignInFrame = (root: HTMLElement): boolean =>
  hasFrame(root) && !root.dataset[shown]?.startsWith(shellFrame);

/** Types a value as a person would, so that the form notices. */
function enter(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Takes what was entered into the frame. Returns how to enter it into the page that replaces it and looks the same: typed values, the
 * focus, and the last press of a button or a link. Values count until the page is replaced, because the fields of the frame are kept.
 */
export function takeFrame(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll('input')];
  return () => {
    const { [pressed]: press, [focused]: focus } = root.dataset;
    for (const name of [shown, pressed, focused]) delete root.dataset[name];
    const inputs = [...root.querySelectorAll('input')];
    for (const { name, value } of fields) {
      const input = inputs.find((each) => each.name === name);
      if (input && value !== '') enter(input, value);
    }
    inputs.find(({ name }) => name === focus)?.focus({ preventScroll: true });
    if (press !== undefined) pressablesIn(root)[Number(press)]?.click();
  };
}
