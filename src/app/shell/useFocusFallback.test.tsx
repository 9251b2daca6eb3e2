import { expect, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useFocusFallback } from './useFocusFallback.ts';

function Page({ isDone, hasLinks = false }: { isDone: boolean; hasLinks?: boolean }) {
  useFocusFallback();
  return (
    <main>
      <h1>Anna</h1>
      <div role="region" aria-label="Status">
        <a href="/partner">Her partner</a>
        <div>
          <button type="button">Reject</button>
          <button type="button" disabled={isDone}>
            Suspend
          </button>
        </div>
      </div>
      <section aria-labelledby="files">
        <h2 id="files">Files</h2>
        <ul>
          <li>
            <button type="button">Delete a</button>
            {hasLinks && <a href="/a">a.pdf</a>}
          </li>
          {!isDone && (
            <li>
              <button type="button">Delete b</button>
            </li>
          )}
        </ul>
      </section>
      <nav aria-label="Pages">
        <button type="button">Previous</button>
        <button type="button" disabled={isDone}>
          Next
        </button>
      </nav>
      {!isDone && <button type="button">Cancel everything</button>}
    </main>
  );
}

/** Focuses a button, and finishes its action. */
async function finish(name: string, hasLinks = false) {
  const { rerender } = render(<Page isDone={false} hasLinks={hasLinks} />);
  const button = screen.getByRole('button', { name });
  // Browsers take the focus from a button that is disabled; jsdom does not.
  act(() => {
    button.focus();
    button.blur();
  });
  rerender(<Page isDone hasLinks={hasLinks} />);
}

test('the focus goes from the disabled button of an action to the status, not to its neighbour', async () => {
  await finish('Suspend');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Status' })).toHaveFocus());
});

test('the focus goes from a removed row to the link of another row', async () => {
  await finish('Delete b', true);
  await waitFor(() => expect(screen.getByRole('link', { name: 'a.pdf' })).toHaveFocus());
});

test('the focus goes from a removed row to the list if the other rows can only be deleted', async () => {
  await finish('Delete b');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Files' })).toHaveFocus());
});

test('the focus stays in the navigation of a list at its last page', async () => {
  await finish('Next');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Previous' })).toHaveFocus());
});

test('the focus goes to the heading if nothing else is near', async () => {
  await finish('Cancel everything');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Anna' })).toHaveFocus());
});

/** A page of which an action changes nothing but that its button is disabled. */
function Status({ isDone }: { isDone: boolean }) {
  useFocusFallback();
  return (
    <main>
      <div role="region" aria-label="Status">
        <button type="button" disabled={isDone}>
          Suspend
        </button>
      </div>
    </main>
  );
}

test('the focus goes to the status also where nothing but the button has changed', async () => {
  const { rerender } = render(<Status isDone={false} />);
  act(() => {
    screen.getByRole('button').focus();
    screen.getByRole('button').blur();
  });
  rerender(<Status isDone />);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Status' })).toHaveFocus());
});
