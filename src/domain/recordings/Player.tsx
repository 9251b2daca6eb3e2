import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { LinkedMedia } from '#api/recordings.ts';
import { Muted } from '#ui/Muted.ts';
import { colour, font, radius, space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { Watermark } from './Watermark.tsx';

type PlayerProps = {
  media: LinkedMedia;
  label: string;
  /** The name that is shown over a film; null: none. */
  viewer: string | null;
  /** Called when the link has expired or the media cannot be played: opening it again creates a new link. */
  onEnded: () => void;
};

/**
 * Plays a recording with the browser's own player, captions on. Browsers draw no captions of sounds, so the current ones are
 * text below the player; a recording without captions says so.
 */
export function Player({
  media: { media, captions, captions_language: language },
  label,
  viewer,
  onEnded,
}: PlayerProps) {
  const { t } = useTranslation('interpretations');
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  useEffect(() => player.current?.focus(), []);
  const isFilm = media.media_type.startsWith('video/');
  const { track, lines } = useCurrentCaptions(!isFilm);
  const Element = isFilm ? Film : Sound;
  return (
    <Root>
      <Frame>
        <Element
          ref={player}
          controls
          playsInline
          preload="metadata"
          // Captions from another origin load only if the media uses CORS.
          crossOrigin={captions ? 'anonymous' : undefined}
          aria-label={label}
          src={media.url}
          onError={() => {
            toast({ title: t('recordings.linkEnded'), tone: 'warning' });
            onEnded();
          }}
        >
          {captions && (
            <track
              ref={track}
              kind="captions"
              default
              src={captions.url}
              srcLang={language ?? undefined}
              label={t('recordings.captions')}
            />
          )}
        </Element>
        {isFilm && viewer !== null && <Watermark viewer={viewer} film={player} />}
      </Frame>
      {captions && !isFilm && (
        <Lines role="group" aria-label={t('recordings.captions')} lang={language ?? undefined} dir="auto">
          {lines}
        </Lines>
      )}
      {!captions && <Muted $isCompact>{t('recordings.noCaptions')}</Muted>}
    </Root>
  );
}

/** The captions at the current time of playback, if `isOn`: hidden tracks are read, but not drawn by the browser. */
function useCurrentCaptions(isOn: boolean) {
  const element = useRef<HTMLTrackElement>(null);
  const [lines, setLines] = useState('');
  useEffect(() => {
    const track = element.current?.track;
    if (!isOn || !track) return undefined;
    const read = () => {
      const cues = [...(track.activeCues ?? [])].filter((cue) => cue instanceof VTTCue);
      setLines(cues.map((cue) => cue.getCueAsHTML().textContent).join('\n'));
    };
    track.mode = 'hidden';
    track.addEventListener('cuechange', read);
    return () => track.removeEventListener('cuechange', read);
  }, [isOn]);
  return { track: element, lines };
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  max-inline-size: 720px;
`;

const Frame = styled.div`
  position: relative;
`;

/** Room for two lines, so that the page does not move at every caption. */
const Lines = styled.div`
  min-block-size: calc(2lh + ${space(4)});
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${colour.border};
  border-radius: ${radius.medium};
  background: ${colour.surfaceSunken};
  font-size: ${font.size.lead};
  white-space: pre-line;
`;

const Film = styled.video`
  display: block;
  inline-size: 100%;
  max-block-size: 60dvb;
  aspect-ratio: 16 / 9;
  border-radius: ${radius.medium};
  background: black;
`;

const Sound = styled.audio`
  display: block;
  inline-size: 100%;
`;
