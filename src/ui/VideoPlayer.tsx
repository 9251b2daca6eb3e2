import { useRef, useState } from 'react';
import { styled } from 'styled-components';
import { radius } from './theme.ts';

type VideoPlayerProps = {
  /** A temporary link that may be renewed during playback. */
  src: string;
  /** The accessible name. */
  label: string;
  /** Called if the newest link cannot be played. */
  onFailed: () => void;
  /** WebVTT captions; `language` is theirs (BCP 47). */
  captions?: { src: string; language: string | undefined; label: string };
};

/**
 * The browser's own player. A renewed link is used only after the current one has failed, and playback resumes at the same
 * time.
 */
export function VideoPlayer({ src, label, onFailed, captions }: VideoPlayerProps) {
  const [playing, setPlaying] = useState(src);
  const stoppedAt = useRef(0);
  return (
    <Film
      controls
      playsInline
      preload="metadata"
      aria-label={label}
      // Captions from another origin load only if the film uses CORS.
      crossOrigin={captions ? 'anonymous' : undefined}
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
