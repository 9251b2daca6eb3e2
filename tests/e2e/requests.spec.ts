import type { Page } from 'playwright/test';
import { captionsType, type FileType } from '../../contract/filePurposes.ts';
import { randomId } from '../../server/randomId.ts';
import { silence } from '../../server/seed/media.ts';
import { expect, expectAccessible, type Here, test } from '../support/browser.ts';
import { expectFits } from '../support/visualCheck.ts';
import { openForm } from '../support/screens.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).locator('tbody').getByRole('row');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens the first recording; gives a reason where the deployment asks for one. */
async function openRecording(page: Page, { loaded, say }: Here): Promise<void> {
  await button(page, 'Open').first().click();
  if (!loaded.manifest.recordingReason) return;
  const why = page.getByRole('dialog', { name: 'Why do you open this recording?' });
  await why.getByRole('button', { name: 'Open' }).click();
  await expect(why.getByText(say('errors:required'))).toBeVisible();
  await why.getByLabel('Reason').fill('A complaint');
  await why.getByRole('button', { name: 'Open' }).click();
}

/** SQL that adds a file to a recording, as the platform does. */
function insertPart(recording: string, { type, bytes }: { type: FileType; bytes: Buffer }): string {
  const id = randomId();
  const content = `'\\x${bytes.toString('hex')}'::bytea`;
  return `insert into file_contents (id, begun, kept) values ('${id}', now(), true);
    insert into file_chunks (content_id, position, bytes) values ('${id}', 0, ${content});
    insert into files (id, purpose, name, media_type, size, sha256, created, collection, record_id)
    values ('${id}', 'recording', 'recording', '${type}', ${bytes.length}, sha256(${content}), now(), 'recordings', '${recording}');`;
}

/** SQL that adds an answered request of an hour ago, with a sound recording of 20 seconds in a state. */
function insertRecorded(
  { request, recording }: { request: string; recording: string },
  { category, state, captionsLanguage = null }: { category: string; state: string; captionsLanguage?: string | null },
): string {
  return `insert into interpretations
       (id, channel, session_mode, location_type, queue_type, category, created, started, ended, interpreter_id)
     select '${request}', 'online', 'VRI', 'remote', 'social', '${category}', now() - interval '1 hour',
       now() - interval '59 minutes', now() - interval '58 minutes', min(id) from users where role = 'interpreter';
     insert into recordings
       (id, interpretation_id, media_kind, state, duration_seconds, size, created, expires, captions_language)
     select '${recording}', '${request}', 'audio', '${state}', 20, 1, now(), now() + interval '9 days',
       ${captionsLanguage === null ? 'null' : `'${captionsLanguage}'`};
     ${insertPart(recording, { type: 'audio/mpeg', bytes: silence(20) })}`;
}

// R87, R126
test('a manager sees new requests, plays a recording, and closes a request', async ({ journeyOn }) => {
  const here = await journeyOn('dev', { needs: ['online', 'recordings'], inEnglish: true });
  const page = await here.enter({ who: 'manager' });
  const url = `${here.url}dashboard/online`;
  await page.goto(url);
  await expect(rows(page).getByRole('link').first()).toBeVisible();
  await expect(main(page).getByRole('columnheader')).toHaveText([
    'Date',
    'Time',
    'Category',
    'Duration',
    'Customer',
    'Interpreter',
    'Note',
    'Recording',
  ]);

  // Without interaction: the page polls.
  await here.sql(`insert into interpretations (id, channel, session_mode, location_type, queue_type, category, created)
     values ('${randomId()}', 'online', 'VRI', 'remote', 'social', 'Just now', now())`);
  await expect(rows(page).first()).toContainText('Just nowWaiting');
  await expect(main(page).getByText(here.say('live:upToDate'), { exact: true })).toBeVisible();

  await page.goto(`${url}?recording=ready`);
  await rows(page).getByRole('link').first().click();
  await expect(heading(page)).toContainText('Interpretation of');
  await expect(main(page).getByText(here.say('interpretations:waiting'), { exact: true })).toBeVisible();
  await openRecording(page, here);
  const player = main(page).locator('video, audio');
  await expect
    .poll(() => player.evaluate((media: HTMLMediaElement) => media.readyState), { message: 'the recording is there' })
    .toBeGreaterThan(0);
  await expectAccessible(page, 'an interpretation with its player');

  await openForm(page);
  await page.getByLabel(here.say('interpretations:note'), { exact: true }).fill('Called back');
  await main(page)
    .getByRole('button', { name: new RegExp(`${here.say('interpretations:closureCategory')}$`) })
    .click();
  const category = page.getByRole('option').nth(1);
  const chosen = (await category.textContent()) ?? '';
  await category.click();
  await button(page, here.say('crud:save')).click();
  await expect(page.getByText(here.say('crud:saved'), { exact: true })).toBeVisible();
  await expect(heading(page)).toContainText('Interpretation of');
  await page.reload();
  await expect(main(page).getByText('Called back', { exact: true })).toBeVisible();
  await expect(main(page).getByText(chosen, { exact: true })).toBeVisible();

  // Some of the demo data have lost their file, which is looked for again and again for more than a minute.
  const ids = { request: randomId(), recording: randomId() };
  await here.sql(insertRecorded(ids, { category: 'Recorded an hour ago', state: 'pending' }));
  await page.goto(`${url}?recording=pending`);
  await rows(page).filter({ hasText: 'Recorded an hour ago' }).getByRole('link').first().click();
  await button(page, 'Process pending recordings').click();
  await expect(button(page, 'Open')).toBeVisible();
});

test(
  'a manager reads what is said in a sound recording while it plays, marked with its language',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev', { needs: ['online', 'recordings'], inEnglish: true });
    const page = await here.enter({ who: 'manager' });
    const [request, recording] = [randomId(), randomId()];
    const spoken = Buffer.from(
      'WEBVTT\n\n00:00.000 --> 00:05.000\nGóðan daginn, þetta er túlkurinn.\n\n00:05.000 --> 00:20.000\nHvernig get ég aðstoðað?\n',
    );
    await here.sql(`${insertRecorded({ request, recording }, { category: 'Call', state: 'ready', captionsLanguage: 'is-IS' })}
     ${insertPart(recording, { type: captionsType, bytes: spoken })}`);
    await page.goto(`${here.url}dashboard/online/${request}`);
    await openRecording(page, here);

    const player = main(page).locator('audio');
    const lines = main(page).getByRole('group', { name: here.say('interpretations:recordings.captions') });
    await expect(lines).toBeEmpty();
    await player.evaluate((sound: HTMLMediaElement) => sound.play());
    await expect(lines).toHaveText('Góðan daginn, þetta er túlkurinn.');
    await expect(lines).toHaveAttribute('lang', 'is-IS');
    await player.evaluate((sound: HTMLMediaElement) => {
      sound.currentTime = 6;
    });
    await expect(lines).toHaveText('Hvernig get ég aðstoðað?');
    expect(await player.evaluate((sound: HTMLMediaElement) => sound.paused)).toBe(false);
    const [above, below] = [await player.boundingBox(), await lines.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  },
);

test('an interpreter finds their own live requests on a phone, writes a note, and cannot close them', async ({
  journeyOn,
}) => {
  const here = await journeyOn('dev', { needs: ['live'], inEnglish: true });
  const viewport = { width: 390, height: 844 };
  const page = await here.enter({ who: 'interpreter', viewport, hasTouch: true });
  await page.addInitScript(() =>
    localStorage.setItem('app.settings', JSON.stringify({ direction: 'ltr', paletteMode: 'dark', pinNav: true })),
  );
  await page.goto(`${here.url}dashboard/offline`);
  await expect(rows(page).getByRole('link').first()).toBeVisible();
  await expectAccessible(page, 'the live interpretations, dark, on a phone');
  await expectFits(page, 'the live interpretations, dark, on a phone');
  await rows(page).getByRole('link').first().click();
  await openForm(page);
  await expect(main(page).getByText(here.say('interpretations:closedByStaff'))).toBeVisible();
  await page.getByLabel(here.say('interpretations:note'), { exact: true }).fill('Bring the printed form');
  await button(page, here.say('crud:save')).click();
  await expect(page.getByText(here.say('crud:saved'), { exact: true })).toBeVisible();
  await expectAccessible(page, 'a live interpretation, dark, on a phone');
  await expectFits(page, 'a live interpretation, dark, on a phone');
});
