import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { hasFrame, showFrame, takeFrame } from './frame.ts';

const form = '<form><input name="email"><input name="password"><button>Show</button><button>Send</button></form>';

/** Adds the body of a page as the browser reads it: the templates first. */
async function readBody(): Promise<HTMLElement> {
  const template = document.createElement('template');
  template.id = 'frame-is-dark';
  template.innerHTML = form;
  document.body.append(template);
  await Promise.resolve();
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  await new Promise((done) => requestAnimationFrame(done));
  return root;
}

const input = (root: HTMLElement, name: string) => root.querySelector<HTMLInputElement>(`[name="${name}"]`);

beforeEach(() => document.body.replaceChildren());
afterEach(() => document.body.replaceChildren());

test('the rendered page is shown as soon as the browser has read it, with the focus in its first field', async () => {
  showFrame('is-dark');
  const root = await readBody();
  expect(hasFrame(root)).toBe(true);
  expect(input(root, 'email')).toHaveFocus();
});

test('a page without that rendering stays empty', async () => {
  showFrame('ee-light');
  const root = await readBody();
  expect(hasFrame(root)).toBe(false);
  expect(root).toBeEmptyDOMElement();
});

test('the app takes over what was typed, the focus and the last press, each once', async () => {
  showFrame('is-dark');
  const root = await readBody();
  const [email, password] = [input(root, 'email'), input(root, 'password')];
  if (email) email.value = 'anna@example.is';
  password?.focus();
  const sent = new Event('submit', { bubbles: true, cancelable: true });
  root.querySelector('form')?.dispatchEvent(sent);
  expect(sent.defaultPrevented).toBe(true);
  root.querySelectorAll('button')[1]?.click();

  const typed: string[] = [];
  const pressed = jest.fn();
  const restore = takeFrame(root);
  // Typed while the app draws its page.
  if (password) password.value = 'secret';
  root.innerHTML = form;
  root.addEventListener('input', ({ target }) => typed.push((target as HTMLInputElement).value));
  for (const [index, button] of root.querySelectorAll('button').entries())
    button.addEventListener('click', (event) => {
      event.preventDefault();
      pressed(index);
    });
  restore();
  expect(hasFrame(root)).toBe(false);
  expect(input(root, 'email')).toHaveValue('anna@example.is');
  expect(input(root, 'password')).toHaveValue('secret');
  expect(typed).toEqual(['anna@example.is', 'secret']);
  expect(input(root, 'password')).toHaveFocus();
  expect(pressed.mock.calls).toEqual([[1]]);
  // Presses after the start are the app's own.
  root.querySelectorAll('button')[0]?.click();
  expect({ ...root.dataset }).toEqual({});
});

test('a link pressed in the rendered page is followed by the app, whose link has the address to return to', async () => {
  showFrame('is-dark');
  const root = await readBody();
  root.innerHTML =
    '<button>Show</button><a href="/auth/openid">National ID</a><a href="https://guide.example/">Help</a>';
  const link = root.querySelector('a');
  const clicks = [new MouseEvent('click', { bubbles: true, cancelable: true })];
  clicks.push(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
  expect(clicks.map((click) => link?.dispatchEvent(click))).toEqual([false, true]);
  const followed: string[] = [];
  const restore = takeFrame(root);
  root.innerHTML =
    '<button>Show</button><a href="/auth/openid?returnTo=%2Fdashboard%2Fusers">National ID</a><a href="https://guide.example/">Help</a>';
  root.addEventListener('click', (event) => {
    event.preventDefault();
    followed.push((event.target as HTMLAnchorElement).getAttribute('href') ?? '');
  });
  restore();
  expect(followed).toEqual(['/auth/openid?returnTo=%2Fdashboard%2Fusers']);
});
