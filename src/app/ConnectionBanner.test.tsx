import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { configStateAtom } from '#api/config.ts';
import { renderUi } from '../../tests/support/renderUi.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';

test('the banner of a missing configuration goes when it arrives, and the page is read again without Retry', async () => {
  const reread = jest.fn(() => Promise.resolve());
  const setState = (state: 'missing' | 'ready') => act(() => getDefaultStore().set(configStateAtom, state));
  setState('missing');
  await renderUi(<ConnectionBanner reread={reread} />);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  expect(reread).not.toHaveBeenCalled();
  setState('ready');
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await act(() => Promise.resolve());
  expect(reread).toHaveBeenCalledTimes(1);
});
