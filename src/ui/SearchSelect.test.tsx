import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../../tests/support/renderUi.tsx';
import { SearchSelect } from './SearchSelect.tsx';
import type { Choice } from './Select.tsx';

type Answer = { choices: Choice[]; searched: string | null; unanswered: string };

const anna = { value: 'a', label: 'Anna Mägi' };
const bo = { value: 'b', label: 'Bo Kask', detail: 'Tartu' };

const chosen: (Choice | null)[] = [];

function Field() {
  const [answer, setAnswer] = useState<Answer>({ choices: [anna, bo], searched: '', unanswered: 'Searching' });
  return (
    <SearchSelect
      label="Interpreter"
      value={null}
      onChange={(choice) => chosen.push(choice)}
      onSearch={(text) => {
        if (text === 'Cleo') setAnswer({ choices: [], searched: text, unanswered: 'Searching' });
        if (text === 'Dora') setAnswer({ choices: [anna, bo], searched: null, unanswered: 'No connection' });
      }}
      nothingFound="Nobody"
      {...answer}
    />
  );
}

const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('until a search is answered, only former matches that contain the typed words can be chosen', async () => {
  const user = await renderUi(<Field />);
  const field = screen.getByRole('combobox');
  await user.click(field);
  expect(names()).toEqual(['Anna Mägi', 'Bo KaskTartu']);
  await user.type(field, 'magi');
  expect(names()).toEqual(['Anna Mägi']);
  await user.clear(field);
  await user.type(field, 'Cleo');
  expect(names()).toEqual(['Searching']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chosen).toEqual([]);
  await waitFor(() => expect(names()).toEqual(['Nobody']));
  await user.clear(field);
  await user.type(field, 'Dora');
  await waitFor(() => expect(names()).toEqual(['No connection']));
});
