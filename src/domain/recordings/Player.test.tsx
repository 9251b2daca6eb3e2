import { afterEach, describe, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderUi } from '../../../tests/support/renderUi.tsx';
import type { Tenant } from '../../../contract/tenant.ts';
import type { LinkedMedia } from '#api/recordings.ts';
import { TenantProvider } from '#tenant/TenantProvider.tsx';
import { Player } from './Player.tsx';

type Kept = LinkedMedia['media'];

const file = (media_type: string): Kept => ({
  id: '000000000000000000000001',
  name: 'recording',
  media_type,
  size: 1000,
  width: null,
  height: null,
  created: '2024-05-15T10:00:00.000Z',
  url: '/recording',
  download_url: '/recording',
  links_expire: '2024-05-15T12:00:00.000Z',
});

const play = (media_type: string, language: string | null, viewer: string | null = null) =>
  renderUi(
    <TenantProvider tenant={{ timeZone: 'UTC', languages: [], country: null } as unknown as Tenant}>
      <Player
        viewer={viewer}
        media={{
          media: file(media_type),
          captions: language === null ? null : file('text/vtt'),
          captions_language: language,
        }}
        label="The recording"
        onEnded={() => undefined}
      />
    </TenantProvider>,
    { words: ['interpretations'] },
  );

class Cue {
  readonly getCueAsHTML: () => DocumentFragment;
  constructor(text: string) {
    this.getCueAsHTML = () => Object.assign(document.createDocumentFragment(), { textContent: text });
  }
}

/** jsdom has no text tracks. */
function addTextTracks() {
  const track = Object.assign(new EventTarget(), { mode: 'showing', activeCues: [] as Cue[] });
  Object.defineProperty(HTMLTrackElement.prototype, 'track', { configurable: true, get: () => track });
  Object.assign(globalThis, { VTTCue: Cue });
  return track;
}

afterEach(() => {
  Reflect.deleteProperty(HTMLTrackElement.prototype, 'track');
  Reflect.deleteProperty(globalThis, 'VTTCue');
});

test('the captions of a sound are text below the player, in their own language', async () => {
  const track = addTextTracks();
  await play('audio/mpeg', 'is-IS');
  const lines = await screen.findByRole('group', { name: 'Captions' });
  expect(lines).toHaveAttribute('lang', 'is-IS');
  expect(track.mode).toBe('hidden');
  act(() => {
    track.activeCues = [new Cue('Góðan daginn'), new Cue('Velkomin')];
    track.dispatchEvent(new Event('cuechange'));
  });
  expect(lines.textContent).toBe('Góðan daginn\nVelkomin');
  act(() => {
    track.activeCues = [];
    track.dispatchEvent(new Event('cuechange'));
  });
  expect(lines).toBeEmptyDOMElement();
});

test('the captions of a film are drawn by the browser, and named by their own language', async () => {
  const track = addTextTracks();
  await play('video/webm', 'is-IS');
  expect((await screen.findByLabelText('The recording')).querySelector('track')).toHaveAttribute('srclang', 'is-IS');
  expect(track.mode).toBe('showing');
  expect(screen.queryByRole('group', { name: 'Captions' })).not.toBeInTheDocument();
});

test('a recording without captions says so', async () => {
  await play('audio/mpeg', null);
  expect(await screen.findByText('No captions')).toBeInTheDocument();
});

describe('the name of the viewer', () => {
  /** The layer over the film. */
  const layer = async () => {
    const film = await screen.findByLabelText('The recording');
    return { film, element: film.nextElementSibling as HTMLElement };
  };
  const styleSheet = () =>
    [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText);

  test('is over a film with the time, and is no content: it is hidden from screen readers and takes no pointer', async () => {
    await play('video/webm', null, 'Anna Jónsdóttir');
    const { element } = await layer();
    expect(element).toHaveAttribute('aria-hidden', 'true');
    expect(element.textContent).toMatch(/^(Anna Jónsdóttir · \d\d-\d\d-\d{4} \d\d:\d\d){12}$/);
    expect(element).toHaveStyle({ position: 'absolute', 'pointer-events': 'none' });
    // The lowest quarter is free for captions and controls.
    expect(getComputedStyle(element).inset).toBe('0px 0px 25%');
  });

  test('moves only if the reader has not asked for less motion, and never faster than in 40 seconds', async () => {
    await play('video/webm', null, 'Anna Jónsdóttir');
    const { element } = await layer();
    const [texts] = element.children;
    const [textsClass = 'none'] = [...(texts?.classList ?? [])].slice(-1);
    const moving = styleSheet().filter((rule) => rule.includes(`.${textsClass}`) && rule.includes('animation'));
    expect(moving).toHaveLength(1);
    expect(moving[0]).toMatch(/^@media \(prefers-reduced-motion: no-preference\)[^]* 40s /);
  });

  test('stays above the film in full screen, and returns to the page after it', async () => {
    const shown: HTMLElement[] = [];
    let full: Element | null = null;
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => full });
    HTMLElement.prototype.showPopover = function show(this: HTMLElement) {
      shown.push(this);
    };
    await play('video/webm', null, 'Anna Jónsdóttir');
    const { film, element } = await layer();
    const change = (to: Element | null) => {
      full = to;
      act(() => void document.dispatchEvent(new Event('fullscreenchange')));
    };
    change(film);
    expect([shown, element.popover]).toEqual([[element], 'manual']);
    change(null);
    expect(element).not.toHaveAttribute('popover');
    // Another element in full screen has nothing to do with it.
    change(document.body);
    expect(shown).toHaveLength(1);
    Reflect.deleteProperty(document, 'fullscreenElement');
    Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
  });

  test('is neither over a sound nor where the deployment does not want it', async () => {
    await play('audio/mpeg', null, 'Anna Jónsdóttir');
    expect((await layer()).element).toBeNull();
  });
});
