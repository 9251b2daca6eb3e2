import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderUi } from '../../../tests/support/renderUi.tsx';
import { ApiError } from '#api/problem.ts';
import { loadNamespaces } from '#i18n/i18n.ts';
import type { Tenant } from '../../../contract/tenant.ts';
import { TenantProvider } from '#tenant/TenantProvider.tsx';
import type { ShownFile } from './FileField.tsx';
import type { Send } from './useUpload.ts';
import { Form } from './Form.tsx';
import { FormFileField } from './FormFileField.tsx';
import { SubmitButton } from './SubmitButton.tsx';

const kept: ShownFile = { id: 'f1', name: 'old.mp4', size: 2_097_152, media_type: 'video/mp4', url: '/old' };
const film = new File(['0123456789'], 'new.mp4', { type: 'video/mp4' });

/** A fake server whose answers the test controls. */
function slowServer() {
  const calls: { file: File; options: Parameters<Send<ShownFile>>[1]; answer: PromiseWithResolvers<ShownFile> }[] = [];
  const send: Send<ShownFile> = (file, options) => {
    const answer = Promise.withResolvers<ShownFile>();
    calls.push({ file, options, answer });
    return answer.promise;
  };
  return { calls, send };
}

async function open(send: Send<ShownFile>) {
  const onSubmit = jest.fn<(values: { film: string }) => Promise<void>>().mockResolvedValue(undefined);
  const user = await renderUi(
    <TenantProvider tenant={{ timeZone: 'UTC', languages: [] } as unknown as Tenant}>
      <Form initialValues={{ film: kept.id }} onSubmit={onSubmit}>
        <FormFileField
          name="film"
          label="Film"
          rules={{ types: ['video/mp4', 'video/webm'], maxBytes: 1024 ** 3 }}
          kept={kept}
          send={send}
          recall={() => Promise.reject(new Error('unknown'))}
          mayRetry={(failure) => failure instanceof ApiError && failure.status === 0}
        />
        <SubmitButton>Save</SubmitButton>
      </Form>
    </TenantProvider>,
  );
  await loadNamespaces(['files']);
  const field = within(await screen.findByRole('group', { name: 'Film' }));
  const choose = (file: File) => {
    // The file input behind the button is hidden, also from assistive technology.
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    return input ? user.upload(input, file) : Promise.reject(new Error('no way to choose a file'));
  };
  return { user, onSubmit, field, choose, save: () => user.click(screen.getByRole('button', { name: 'Save' })) };
}

test('a chosen file is uploaded at once; the form waits for it, and then sends its id', async () => {
  const { calls, send } = slowServer();
  const { field, choose, save, onSubmit } = await open(send);
  expect(await field.findByText('old.mp4')).toBeInTheDocument();
  expect(field.getByText('MP4, WEBM, up to 1 GB')).toBeInTheDocument();
  await choose(film);
  await act(async () => calls[0]?.options.onSent(0.43));
  const bar = await field.findByRole('progressbar', { name: 'Uploading new.mp4' });
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '43'));
  await save();
  expect(field.getByText('Wait until the file is uploaded, or cancel it.')).toBeInTheDocument();
  expect(onSubmit).not.toHaveBeenCalled();
  await act(async () => calls[0]?.answer.resolve({ ...kept, id: 'f2', name: 'new.mp4' }));
  expect(await field.findByText('new.mp4 is uploaded')).toBeInTheDocument();
  await save();
  expect(onSubmit).toHaveBeenCalledWith({ film: 'f2' });
});

test('a cancelled or failed upload keeps the previous file, and can be repeated after a network failure', async () => {
  const { calls, send } = slowServer();
  const { user, field, choose, save, onSubmit } = await open(send);
  await field.findByText('old.mp4');
  await choose(film);
  await user.click(await field.findByRole('button', { name: 'Cancel' }));
  expect(calls[0]?.options.signal.aborted).toBe(true);
  expect(await field.findByText('old.mp4')).toBeInTheDocument();

  await choose(film);
  await act(async () => calls[1]?.answer.reject(new ApiError('file_damaged', { status: 400 })));
  expect(await field.findByText('This file is empty or damaged.')).toBeInTheDocument();
  expect(field.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await save();
  expect(onSubmit).toHaveBeenLastCalledWith({ film: 'f1' });

  await choose(film);
  await act(async () => calls[2]?.answer.reject(new ApiError('backend_unreachable')));
  await user.click(await field.findByRole('button', { name: 'Try again' }));
  expect(calls[3]?.file).toBe(film);
  await act(async () => calls[3]?.answer.resolve({ ...kept, id: 'f3', name: 'new.mp4' }));
  await user.click(await field.findByRole('button', { name: 'Remove' }));
  await save();
  expect(onSubmit).toHaveBeenLastCalledWith({ film: '' });
});
