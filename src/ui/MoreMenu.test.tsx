import { expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderUi } from '../../tests/support/renderUi.tsx';
import { type MenuAct, MoreMenu } from './MoreMenu.tsx';

test('a question that ends late, after another one has opened, does not close it', async () => {
  let endLate = () => {};
  const acts: MenuAct[] = [
    {
      id: 'cancel',
      label: 'Cancel it',
      icon: null,
      renderQuestion: ({ isOpen, onClose }) => {
        if (isOpen) endLate = onClose;
        return null;
      },
    },
    {
      id: 'delete',
      label: 'Delete',
      icon: null,
      isDangerous: true,
      renderQuestion: ({ isOpen }) => (isOpen ? <p>Delete it for good?</p> : null),
    },
  ];
  const user = await renderUi(<MoreMenu acts={acts} label="More" />, { words: ['crud'] });
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Cancel it');
  await choose('Delete');
  expect(await screen.findByText('Delete it for good?')).toBeInTheDocument();
  act(endLate);
  expect(screen.getByText('Delete it for good?')).toBeInTheDocument();
});
