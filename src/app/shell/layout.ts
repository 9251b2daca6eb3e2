import { styled } from 'styled-components';
import { colour, layer, media, radius, space } from '#ui/theme.ts';
import { topInset } from '../topInset.ts';

/** The width of the navigation: pinned with labels, wider if the reader's text is larger; slim with icons only. */
const navigationWidth = { pinned: 'min(15rem, max(240px, 30vi))', slim: '64px' } as const;

export const topBarHeight = '56px';

/** The navigation beside the page; on a phone the page alone. */
export const ShellGrid = styled.div<{ $isPinned: boolean }>`
  display: grid;
  grid-template-columns: ${({ $isPinned }) => ($isPinned ? navigationWidth.pinned : navigationWidth.slim)} minmax(
      0,
      1fr
    );
  min-block-size: calc(100dvb - ${topInset});

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }

  @media print {
    display: block;
  }
`;

/** The top bar over the page. */
export const Side = styled.div`
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
`;

/** The navigation, which stays while the page scrolls. */
export const Rail = styled.nav<{ $isPinned: boolean }>`
  position: sticky;
  inset-block-start: ${topInset};
  align-self: start;
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  block-size: calc(100dvb - ${topInset});
  padding: ${({ $isPinned }) => ($isPinned ? `${space(3)} ${space(3)} ${space(4)}` : `${space(3)} ${space(2)}`)};
  overflow: hidden auto;
  border-inline-end: 1px solid ${colour.border};
  background: ${colour.surfaceSunken};

  ${media.phone} {
    display: none;
  }

  @media print {
    display: none;
  }
`;

/** The brand over the navigation. */
export const RailHead = styled.div<{ $isPinned: boolean }>`
  display: flex;
  flex: none;
  flex-direction: ${({ $isPinned }) => ($isPinned ? 'row' : 'column')};
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  min-block-size: 36px;
`;

/** The place of the brand, which leads to the overview. */
export const RailBrand = styled.div`
  display: flex;
  align-items: center;
  min-inline-size: 0;
  min-block-size: 36px;
  padding-inline: ${space(1)};
  border-radius: ${radius.small};
`;

/** The bar over the page. */
export const Bar = styled.header`
  position: sticky;
  inset-block-start: ${topInset};
  z-index: ${layer.rail};
  container: bar / inline-size;
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-block-size: ${topBarHeight};
  padding-inline: ${space(8)} ${space(4)};
  border-block-end: 1px solid ${colour.border};
  background: ${colour.ground};

  ${media.phone} {
    padding-inline: ${space(2)};
  }

  @media print {
    display: none;
  }
`;

/** The start of the bar on a phone, where there is no navigation beside the page. */
export const OnPhone = styled.div`
  display: none;
  align-items: center;
  gap: ${space(2)};
  min-inline-size: 0;

  ${media.phone} {
    display: flex;
    /* The brand gives way to the buttons. */
    flex: 0 1 auto;
    overflow: clip;
    /* The ring of the focused button is outside it. */
    overflow-clip-margin: 4px;

    & > img {
      flex-shrink: 1;
    }
  }
`;
