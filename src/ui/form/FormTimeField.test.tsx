import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderUi } from '../../../tests/support/renderUi.tsx';
import { Form } from './Form.tsx';
import { FormTimeField } from './FormTimeField.tsx';
import { SubmitButton } from './SubmitButton.tsx';

async function open() {
  const onSubmit = jest.fn<(values: { from: string; to: string }) => Promise<void>>().mockResolvedValue(undefined);
  const user = await renderUi(
    <Form initialValues={{ from: '', to: '' }} onSubmit={onSubmit} hasSummary={false}>
      <FormTimeField name="from" label="From" />
      <FormTimeField name="to" label="To" isEnd />
      <SubmitButton>Save</SubmitButton>
    </Form>,
    { words: ['crud'] },
  );
  const from = await screen.findByRole('textbox', { name: 'From' });
  return { user, onSubmit, from, to: screen.getByRole('textbox', { name: 'To' }) };
}

test('a time is written as HH:mm once its field is left; 24:00 closes the day and begins none', async () => {
  const { user, onSubmit, from, to } = await open();
  await user.type(from, '8');
  await user.tab();
  expect(from).toHaveValue('08:00');
  await user.type(to, '24:00');
  await user.tab();
  expect(to).toHaveValue('00:00');
  await user.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledWith({ from: '08:00', to: '00:00' });
});

test('an invalid time stays as typed, with an error at its field', async () => {
  const { user, onSubmit, from, to } = await open();
  await user.type(from, '24:00');
  await user.type(to, 'noon');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(from).toHaveValue('24:00');
  expect(from).toHaveAccessibleDescription('Enter a time such as 08:30.');
  expect(to).toHaveValue('noon');
  expect(to).toHaveAccessibleDescription('Enter a time such as 08:30.');
  expect(onSubmit).not.toHaveBeenCalled();
});
