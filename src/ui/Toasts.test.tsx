import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderUi } from '../../tests/support/renderUi.tsx';
import { toast } from './toast.ts';
import { toastQueue } from './toastQueue.ts';

afterEach(() => act(() => toastQueue.clear()));

describe('toasts', () => {
  test('appear in a region of their own and are announced by screen readers', async () => {
    await renderUi(null);
    act(() => void toast({ title: 'Saved', description: 'Anna Jónsdóttir', tone: 'success' }));
    const region = await screen.findByRole('region', { name: 'Notifications' });
    expect(region).toHaveStyle({ position: 'fixed', 'align-items': 'center' });
    expect(within(region).getByRole('alertdialog', { name: 'Saved' })).toHaveAccessibleDescription('Anna Jónsdóttir');
    expect(within(region).getByRole('alert')).toHaveTextContent('SavedAnna Jónsdóttir');
  });

  test('go by their button, and by Escape while the focus is in them', async () => {
    const user = await renderUi(null);
    act(() => void toast({ title: 'One' }));
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText('One')).not.toBeInTheDocument());

    act(() => void toast({ title: 'Two' }));
    const dismiss = await screen.findByRole('button', { name: 'Dismiss' });
    act(() => dismiss.focus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Two')).not.toBeInTheDocument());
  });

  test('offer an act, and are gone once it is taken', async () => {
    const user = await renderUi(null);
    const onAction = jest.fn();
    act(() => void toast({ title: 'No connection', action: { label: 'Try again', onAction } }));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(onAction).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByText('No connection')).not.toBeInTheDocument());
  });

  test('show a repeated message once', async () => {
    await renderUi(null);
    act(() => {
      toast({ title: 'Session ended', tone: 'danger' });
      toast({ title: 'Session ended', tone: 'danger' });
    });
    expect(await screen.findAllByText('Session ended')).toHaveLength(1);
  });

  test('can be closed by the code that showed them', async () => {
    await renderUi(null);
    let takeBack = () => undefined as void;
    act(() => {
      takeBack = toast({ title: 'Working', tone: 'danger' });
    });
    expect(await screen.findByText('Working')).toBeInTheDocument();
    act(() => takeBack());
    await waitFor(() => expect(screen.queryByText('Working')).not.toBeInTheDocument());
  });
});
