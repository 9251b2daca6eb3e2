import { type RefObject, useEffect, useRef } from 'react';
import { keyframes, styled } from 'styled-components';
import { useFormats } from '#i18n/useFormats.ts';
import { font, media, space } from '#ui/theme.ts';
import { useMinute } from '../useMinute.ts';

/** How often the text is repeated: part of it is visible in every piece of the picture. */
const repeated = Array.from({ length: 12 }, (_, index) => index);

/**
 * The viewer's name and the time over a film, so that a photograph or a capture of it tells whose it is. It leaves room for
 * captions and controls, and takes no pointer. In full screen the browser shows the film alone, in its top layer: there the
 * layer is a popover, which is opened after it and therefore above it.
 */
export function Watermark({ viewer, film }: { viewer: string; film: RefObject<HTMLElement | null> }) {
  const { dates } = useFormats();
  const now = useMinute();
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = () => {
      const element = layer.current;
      if (!element || typeof element.showPopover !== 'function') return;
      const isFull = document.fullscreenElement !== null && document.fullscreenElement === film.current;
      if (isFull) {
        element.popover = 'manual';
        element.showPopover();
      } else {
        element.removeAttribute('popover');
      }
    };
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [film]);
  const text = `${viewer} · ${dates.dateTime(now)}`;
  return (
    <Layer ref={layer} aria-hidden>
      <Texts>
        {repeated.map((index) => (
          <span key={index} dir="auto">
            {text}
          </span>
        ))}
      </Texts>
    </Layer>
  );
}

/** A slow way there and back: nothing appears, disappears or flashes (WCAG 2.3.1). */
const drift = keyframes`
  from { transform: rotate(-18deg) translateX(-6%); }
  to { transform: rotate(-18deg) translateX(6%); }
`;

/** Above the lowest quarter, where browsers draw captions and controls. The rest resets what browsers give popovers. */
const Layer = styled.div`
  position: absolute;
  inset: 0 0 25%;
  inline-size: auto;
  block-size: auto;
  margin: 0;
  padding: 0;
  border: 0;
  background: none;
  overflow: hidden;
  pointer-events: none;
  user-select: none;

  &[popover] {
    position: fixed;
  }

  @media print {
    display: none;
  }
`;

/** White with a dark edge, so that it can be read on light and on dark pictures. */
const Texts = styled.div`
  position: absolute;
  inset: -25%;
  display: grid;
  grid-template-columns: repeat(3, max-content);
  align-content: space-around;
  justify-content: space-around;
  gap: ${space(8)} ${space(12)};
  transform: rotate(-18deg);
  color: white;
  font-size: ${font.size.lead};
  font-weight: ${font.weight.semibold};
  opacity: 0.45;
  text-shadow:
    0 0 2px black,
    0 0 4px black;
  white-space: nowrap;

  ${media.moving} {
    animation: ${drift} 40s ease-in-out infinite alternate;
  }
`;
