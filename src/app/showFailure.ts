/** The last resort if the app cannot start: plain HTML, since languages, brand and framework may be missing. */
export function showFailure(root: HTMLElement, error: unknown): void {
  console.error(error);
  const main = document.createElement('main');
  const heading = document.createElement('h1');
  heading.textContent = 'Something went wrong';
  const reason = document.createElement('p');
  reason.textContent = error instanceof Error ? error.message : String(error);
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Try again';
  again.addEventListener('click', () => location.reload());
  main.append(heading, reason, again);
  main.setAttribute('role', 'alert');
  root.replaceChildren(main);
}
