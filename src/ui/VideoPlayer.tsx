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
};

/**
 * The browser's own player. A renewed link is used only after the current one has failed, and playback resumes at the same
 * time.
 */
export function VideoPlayer({ src, label, onFailed }: VideoPlayerProps) {
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
    />
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
