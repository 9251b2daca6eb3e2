import { useMemo } from 'react';
import { styled } from 'styled-components';
import { artworkId } from '../../contract/pageElements.ts';
import { colour, font, media, radius, space } from '#ui/theme.ts';
import { brandLines, drawing } from '#tenant/brandLines.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';

/** Whether the page contains the drawing, so that it need not be computed. */
const isOnPage = () => typeof document !== 'undefined' && document.getElementById(artworkId) !== null;

/** The panel in the brand's colour: its artwork, its icon and a tagline. Purely decorative. */
export function BrandPanel({ tagline }: { tagline: string }) {
  const { logo } = useTenant();
  return (
    <Root aria-hidden>
      <Lines viewBox={`0 0 ${drawing.width} ${drawing.height}`} preserveAspectRatio="xMidYMid slice">
        {isOnPage() ? <use href={`#${artworkId}`} /> : <Shapes />}
      </Lines>
      <Words>
        <img src={logo.icon} alt="" width={48} height={48} />
        <p>{tagline}</p>
      </Words>
    </Root>
  );
}

function Shapes() {
  const { brand, drawing: variant } = useTenant();
  const lines = useMemo(() => brandLines(brand, variant), [brand, variant]);
  return lines.map((line, index) => <path key={line} d={line} opacity={0.12 + 0.78 * (index / lines.length) ** 1.6} />);
}

const Root = styled.div`
  position: relative;
  display: flex;
  align-items: flex-end;
  min-block-size: 100%;
  padding: ${space(12)};
  overflow: hidden;
  background: radial-gradient(
      120% 80% at 85% 0%,
      color-mix(in oklab, ${colour.brandPanelAccent} 22%, transparent),
      transparent 70%
    )
    ${colour.brandPanel};
  color: ${colour.onBrandPanel};

  ${media.phone} {
    min-block-size: 132px;
    padding: ${space(4)};
  }

  @media print {
    display: none;
  }
`;

const Lines = styled.svg`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  fill: none;
  stroke: ${colour.brandPanelAccent};
  stroke-width: 1.5;

  [dir='rtl'] & {
    scale: -1 1;
  }

  ${media.phone} {
    mask-image: linear-gradient(black 40%, transparent 75%);
  }
`;

const Words = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${space(5)};

  /* Icons are made for the page background; on the brand's own colour an icon of that colour would be invisible. */
  & > img {
    box-sizing: content-box;
    padding: ${space(2.5)};
    border-radius: ${radius.large};
    background: ${colour.onBrandPanel};
  }

  & > p {
    max-inline-size: 14ch;
    font-size: 2.25rem;
    font-weight: ${font.weight.semibold};
    letter-spacing: -0.025em;
    line-height: 1.15;
  }

  ${media.phone} {
    & > img {
      display: none;
    }

    & > p {
      max-inline-size: none;
      font-size: 1.125rem;
    }
  }
`;
