import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { LinkedMedia } from '#api/recordings.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { radius } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';

type PlayerProps = {
  media: LinkedMedia;
  label: string;
  /** Called when the link has expired or the media cannot be played: opening it again creates a new link. */
  onEnded: () => void;
};

/** Plays a recording with the browser's own player, captions on. */
export function Player({ media: { media, captions }, label, onEnded }: PlayerProps) {
  const { t } = useTranslation('interpretations');
  const { locale } = useLanguage();
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  useEffect(() => player.current?.focus(), []);
  const Element = media.media_type.startsWith('video/') ? Film : Sound;
  return (
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
        <track kind="captions" default src={captions.url} srcLang={locale} label={t('recordings.captions')} />
      )}
    </Element>
  );
}

const Film = styled.video`
  display: block;
  inline-size: 100%;
  max-inline-size: 720px;
  max-block-size: 60dvb;
  aspect-ratio: 16 / 9;
  border-radius: ${radius.medium};
  background: black;
`;

const Sound = styled.audio`
  display: block;
  inline-size: 100%;
  max-inline-size: 720px;
`;
