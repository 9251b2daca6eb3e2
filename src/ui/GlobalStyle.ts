import { createGlobalStyle } from 'styled-components';
import { colour, focusRing, font, media } from './theme.ts';
import { colourProperty } from './tokens.ts';

/** Global styles: a small reset, typography, focus ring and print. Rendered once, in `UiProvider`. */
export const GlobalStyle = createGlobalStyle`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  * {
    margin: 0;
  }

  html {
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }

  body {
    min-block-size: 100dvb;
    background: ${colour.ground};
    color: ${colour.text};
    font-family: ${font.family};
    font-size: ${font.size.body};
    line-height: 1.45;
    -webkit-font-smoothing: antialiased;
    text-rendering: optimizeLegibility;
  }

  h1,
  h2,
  h3 {
    font-weight: ${font.weight.semibold};
    line-height: 1.25;
    letter-spacing: -0.012em;
    text-wrap: balance;
  }

  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }

  img,
  svg {
    display: block;
    max-inline-size: 100%;
    flex-shrink: 0;
  }

  ul,
  ol {
    padding: 0;
    list-style: none;
  }

  a {
    color: ${colour.accentText};
  }

  /* In a mirrored layout every text keeps the direction of its letters: times, ranges and figures are not reversed. */
  :where([dir='rtl'] :not([dir], input, textarea)) {
    unicode-bidi: plaintext;
  }

  /* Texts from left to right would start at the left. */
  [dir='rtl'] body {
    text-align: right;
  }

  ${media.moreContrast} {
    html:root:root {
      ${colourProperty('border')}: ${colour.borderControl};
      ${colourProperty('textMuted')}: ${colour.text};
    }
  }

  /* Long compound words in narrow columns. Names of people are in none of these. */
  ${media.phone} {
    h2,
    h3,
    dt,
    th {
      hyphens: auto;
      hyphenate-limit-chars: 10 4 4;
    }
  }

  :focus-visible {
    ${focusRing}
  }

  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }

  [tabindex='-1']:focus-visible:not([role]) {
    outline: none;
  }

  ::selection {
    background: ${colour.accentSoft};
    color: ${colour.onAccentSoft};
  }

  ${media.touch} {
    button,
    a {
      -webkit-tap-highlight-color: transparent;
    }
  }

  @page {
    margin: 12mm;
  }

  @media print {
    html,
    body {
      background: none;
    }

    body {
      min-block-size: 0;
    }

    h2,
    h3 {
      break-after: avoid;
    }

    /* On paper nothing is in focus. */
    * {
      outline: none !important;
    }
  }
`;
