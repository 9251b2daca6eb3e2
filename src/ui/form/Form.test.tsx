import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../../../tests/support/renderUi.tsx';
import { ApiError } from '#api/problem.ts';
import type { Word } from '#i18n/words.ts';
import { Button } from '../Button.tsx';
import { Form } from './Form.tsx';
import { FormCodeField } from './FormCodeField.tsx';
import { FormPasswordField } from './FormPasswordField.tsx';
import { FormSelect } from './FormSelect.tsx';
import { FormSwitch } from './FormSwitch.tsx';
import { FormTextField } from './FormTextField.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';

type Values = { name: string; note: string };

const required = (value: string): Word | undefined => (value ? undefined : 'errors:required');

function PersonForm({ onSubmit }: { onSubmit: (values: Values) => Promise<void> }) {
  return (
    <Form initialValues={{ name: '', note: 'short' }} onSubmit={onSubmit}>
      <FormTextField name="name" label="Name" validate={required} />
      <FormTextField name="note" label="Note" validate={required} />
      <SubmitButton>Save</SubmitButton>
      <UnsavedGuard />
    </Form>
  );
}

const accept = () => jest.fn<(values: Values) => Promise<void>>().mockResolvedValue(undefined);
const save = () => screen.getByRole('button', { name: 'Save' });

describe('a form', () => {
  test('shows an error after its field was left, and not before', async () => {
    const user = await renderUi(<PersonForm onSubmit={accept()} />);
    const name = await screen.findByLabelText('Name');
    await user.click(name);
    expect(screen.queryByText('This field is required')).not.toBeInTheDocument();
    await user.tab();
    expect(screen.getByText('This field is required')).toBeInTheDocument();
    expect(name).toBeInvalid();
    expect(name).toHaveAccessibleDescription('This field is required');
    await user.type(name, 'Anna');
    expect(screen.queryByText('This field is required')).not.toBeInTheDocument();
  });

  test('lists every wrong field on submit, and the first takes the focus', async () => {
    const onSubmit = accept();
    const user = await renderUi(<PersonForm onSubmit={onSubmit} />);
    await user.clear(await screen.findByLabelText('Note'));
    await user.click(save());
    const summary = (await screen.findByText('2 fields need your attention')).closest('[role="status"]') as HTMLElement;
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
    await user.click(within(summary).getByRole('button', { name: 'Note' }));
    expect(screen.getByLabelText('Note')).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('sends a cleared field as an empty text, not without it', async () => {
    const onSubmit = accept();
    const user = await renderUi(
      <Form initialValues={{ name: 'Anna', note: 'short' }} onSubmit={onSubmit}>
        <FormTextField name="name" label="Name" />
        <FormTextField name="note" label="Note" />
        <SubmitButton>Save</SubmitButton>
      </Form>,
    );
    await user.clear(await screen.findByLabelText('Note'));
    await user.click(save());
    expect(onSubmit).toHaveBeenCalledWith({ name: 'Anna', note: '' });
  });

  test('shows the server’s codes at their fields until the value changes, and keeps the typed values', async () => {
    const refuse = async () => {
      throw new ApiError('invalid', {
        status: 400,
        errors: { note: ['too_long'], unknown: ['required'] },
        limits: { note: 4 },
      });
    };
    const user = await renderUi(<PersonForm onSubmit={refuse} />);
    await user.type(await screen.findByLabelText('Name'), 'Anna');
    await user.click(save());
    expect(await screen.findByText('At most 4 characters.')).toBeInTheDocument();
    const note = screen.getByLabelText('Note');
    await waitFor(() => expect(note).toHaveFocus());
    expect(note).toHaveValue('short');
    expect(screen.getByLabelText('Name')).toHaveValue('Anna');
    await user.type(note, '!');
    expect(screen.queryByText('At most 4 characters.')).not.toBeInTheDocument();
  });

  test('shows a failure without a field above the form, with the request id if it is unknown', async () => {
    const fail = async () => {
      throw new ApiError('never_heard_of', { status: 500, requestId: 'req-7' });
    };
    const user = await renderUi(<PersonForm onSubmit={fail} />);
    await user.type(await screen.findByLabelText('Name'), 'Anna');
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong (Error number req-7)');
    expect(screen.getByLabelText('Name')).toHaveValue('Anna');
  });

  test('is sent once, however often one tries while it is on its way', async () => {
    let arrive = () => undefined as void;
    const onSubmit = jest.fn(
      () =>
        new Promise<void>((done) => {
          arrive = done;
        }),
    );
    const user = await renderUi(<PersonForm onSubmit={onSubmit} />);
    await user.type(await screen.findByLabelText('Name'), 'Anna');
    await user.dblClick(save());
    await user.type(screen.getByLabelText('Name'), '{Enter}{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
    arrive();
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  });

  test('keeps the value of a field that is hidden and shown again', async () => {
    function Hiding() {
      const [isShown, setShown] = useState(true);
      return (
        <Form initialValues={{ name: '', note: '' }} onSubmit={accept()}>
          <FormTextField name="name" label="Name" />
          <div hidden={!isShown}>
            <FormTextField name="note" label="Note" />
          </div>
          <Button onPress={() => setShown(!isShown)}>Fold</Button>
        </Form>
      );
    }
    const user = await renderUi(<Hiding />);
    await user.type(await screen.findByLabelText('Note'), 'kept');
    await user.click(screen.getByRole('button', { name: 'Fold' }));
    await user.click(screen.getByRole('button', { name: 'Fold' }));
    expect(screen.getByLabelText('Note')).toHaveValue('kept');
  });

  test('binds passwords, codes, choices and switches', async () => {
    const onSubmit = jest.fn<(values: object) => Promise<void>>().mockResolvedValue(undefined);
    const user = await renderUi(
      <Form initialValues={{ password: '', code: '', kind: null, visible: false }} onSubmit={onSubmit}>
        <FormPasswordField name="password" label="Password" />
        <FormCodeField name="code" label="Code" length={6} />
        <FormSelect
          name="kind"
          label="Kind"
          choices={[
            { value: 'remote', label: 'Remote' },
            { value: 'site', label: 'On site' },
          ]}
        />
        <FormSwitch name="visible" label="Visible in the app" />
        <SubmitButton>Save</SubmitButton>
      </Form>,
    );
    await user.type(await screen.findByLabelText('Password'), 'secret');
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByLabelText('Code'));
    await user.paste('Your code is 12 34 56.');
    await user.click(screen.getByRole('button', { name: /Kind/ }));
    await user.click(await screen.findByRole('option', { name: 'On site' }));
    await user.click(screen.getByRole('switch', { name: 'Visible in the app' }));
    await user.click(save());
    expect(onSubmit).toHaveBeenCalledWith({ password: 'secret', code: '123456', kind: 'site', visible: true });
  });
});

describe('unsaved changes', () => {
  test('are asked about before another page is opened, and stay when one stays', async () => {
    const user = await renderUi(<PersonForm onSubmit={accept()} />);
    await user.type(await screen.findByLabelText('Name'), 'Anna');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(screen.getByLabelText('Name')).toHaveValue('Anna');

    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('heading', { name: 'Another page' })).toBeInTheDocument();
  });

  test('do not exist after typed changes were undone or saved', async () => {
    const user = await renderUi(<PersonForm onSubmit={accept()} />);
    const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const name = await screen.findByLabelText('Name');
    await user.type(name, 'A');
    expect(leave()).toBe(false);
    await user.clear(name);
    expect(leave()).toBe(true);
    await user.type(name, 'Anna');
    await user.click(save());
    await waitFor(() => expect(leave()).toBe(true));
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(await screen.findByRole('heading', { name: 'Another page' })).toBeInTheDocument();
  });
});
