import { afterEach, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderUi } from '../../../tests/support/renderUi.tsx';
import type { LinkedMedia } from '#api/recordings.ts';
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

const play = (media_type: string, language: string | null) =>
  renderUi(
    <Player
      media={{
        media: file(media_type),
        captions: language === null ? null : file('text/vtt'),
        captions_language: language,
      }}
      label="The recording"
      onEnded={() => undefined}
    />,
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
