import { useRef, useState } from 'react';
import { styled } from 'styled-components';
import { radius } from './theme.ts';

type VideoPlayerProps = {
  /** A link that may be renewed while somebody watches. */
  src: string;
  /** What is played, for those who do not see it. */
  label: string;
  /** The newest link could not be played. */
  onFailed: () => void;
  /** WebVTT, where there is one. */
  captions?: { src: string; language: string; label: string };
};

/** The browser's own player. A renewed link is taken only when the one that plays has ended, and then where it stopped. */
export function VideoPlayer({ src, label, onFailed, captions }: VideoPlayerProps) {
  const [playing, setPlaying] = useState(src);
  const stoppedAt = useRef(0);
  return (
    <Film
      controls
      playsInline
      preload="metadata"
      aria-label={label}
      src={playing}
      onLoadedMetadata={({ currentTarget }) => {
        if (stoppedAt.current > 0) currentTarget.currentTime = stoppedAt.current;
      }}
      onError={({ currentTarget }) => {
        stoppedAt.current = currentTarget.currentTime;
        if (playing === src) onFailed();
        else setPlaying(src);
      }}
    >
      {captions && (
        <track kind="captions" default src={captions.src} srcLang={captions.language} label={captions.label} />
      )}
    </Film>
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
