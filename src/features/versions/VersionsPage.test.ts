import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { problem } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();

const versions = {
  results: [
    { platform: 'android', version: '4.1.0', released: '2024-03-05T09:30:00+02:00' },
    { platform: 'apple', version: '4.1.1', released: '2024-03-06T23:30:00+00:00' },
    { platform: 'web', version: '4.2.0', released: '2024-04-02T08:00:00+03:00' },
    { platform: 'admin', version: '4.2.3', released: '2024-04-20T12:00:00+03:00' },
    { platform: 'backend', version: '4.2.1', released: '2024-04-20T12:05:00+03:00' },
  ],
};

async function openVersions(release?: Record<string, string>) {
  const site = release && { '/version.json': release };
  await openSignedIn('/dashboard/versions', backend, { site });
  // The first page of a run compiles the whole shell.
  await findPage();
}

beforeEach(() => {
  backend.answers.set('GET versions/', { body: versions });
});

describe('the versions', () => {
  // R99
  test('lists the latest release of each platform, with its time in the deployment’s zone', async () => {
    await openVersions();
    const row = await screen.findByRole('row', { name: /^Android app/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['4.1.0', '05-03-2024 09:30']);
    expect(screen.getByRole('row', { name: 'iPhone and iPad app 4.1.1 07-03-2024 01:30' })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /^Web app 4\.2\.0/ })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /^Dashboard 4\.2\.3/ })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /^Server 4\.2\.1/ })).toBeInTheDocument();
    expect(screen.getByText('Time zone: Eastern European Time')).toBeInTheDocument();
  });

  test('shows the bundle of this page', async () => {
    await openVersions({ tenant: 'testland', version: '4.2.3', commit: '0a1b2c3d4e5f6071', digest: 'f00dfeed' });
    expect(await screen.findByText('0a1b2c3d4e5f')).toBeInTheDocument();
    expect(screen.getByText('f00dfeed')).toBeInTheDocument();
    expect(screen.getByText('Viipesild 4.2.3')).toBeInTheDocument();
  });

  test('links to the licences of the software that this page contains', async () => {
    await openVersions();
    const link = await screen.findByRole('link', { name: 'Licences of third-party software' });
    expect(link).toHaveAttribute('href', '/licences.txt');
  });

  test('copies the text for support, and shows a refusal of the browser', async () => {
    await openVersions({ tenant: 'testland', version: '4.2.3', commit: '0a1b2c3d4e5f6071', digest: 'f00dfeed' });
    await screen.findByText('f00dfeed');
    const user = userEvent.setup();
    const write = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied to the clipboard')).toBeInTheDocument();
    expect(write).toHaveBeenCalledWith('Viipesild 4.2.3 · 0a1b2c3d4e5f6071 · f00dfeed');
    write.mockRejectedValue(new DOMException('refused', 'NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('The browser did not allow copying')).toBeInTheDocument();
  });

  test('shows a failure, and tries again', async () => {
    backend.answers.set('GET versions/', problem('forbidden'));
    await openVersions();
    expect(await screen.findByRole('heading', { name: 'The versions could not be loaded' })).toBeInTheDocument();
    backend.answers.set('GET versions/', { body: versions });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /^Server/ })).toBeInTheDocument();
  });
});
