import { css } from 'styled-components';
import { colourProperty, type ColourToken, colourTokens } from './tokens.ts';

/** Each colour as a CSS value: `${colour.accent}` in a styled component is `var(--c-accent)`. */
export const colour = Object.fromEntries(
  colourTokens.map((token) => [token, `var(${colourProperty(token)})`]),
) as Record<ColourToken, string>;

/** Distance on the 4 px grid: `space(3)` is 12px. */
export function space(steps: number): string {
  return `${steps * 4}px`;
}

export const radius = { small: '6px', medium: '8px', large: '12px', round: '999px' } as const;

/** Sizes in rem, so that the reader's font size counts; 0.875rem is 14 px. */
export const font = {
  family: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', Consolas, monospace",
  size: { small: '0.75rem', compact: '0.8125rem', body: '0.875rem', lead: '1rem', title: '1.375rem', display: '2rem' },
  weight: { regular: 400, medium: 500, semibold: 600 },
} as const;

export const elevation = {
  low: `0 1px 2px ${colour.shadow}`,
  floating: `0 2px 6px ${colour.shadow}, 0 12px 32px ${colour.shadow}`,
} as const;

/** Heights of controls; touch targets are larger. */
export const control = { small: '30px', medium: '36px', large: '40px', touch: '44px' } as const;

export const media = {
  // Paper is never a phone, however narrow a sheet is.
  phone: '@media screen and (max-width: 767.98px)',
  wide: '@media (min-width: 1100px)',
  /** Too low for a bar at the bottom: 400 % zoom, or a phone on its side. */
  low: '@media (max-height: 479.98px)',
  /** A laptop's window, in which the whole navigation fits only if its entries are smaller. */
  laptop: '@media (max-height: 767.98px) and (pointer: fine)',
  touch: '@media (pointer: coarse)',
  moving: '@media (prefers-reduced-motion: no-preference)',
  forcedColours: '@media (forced-colors: active)',
  moreContrast: '@media (prefers-contrast: more)',
} as const;

/** The height of a bar at the bottom of the window as a CSS value; set by `FootInset`. */
export const footInset = 'var(--foot-inset, 0px)';

/** The height of the bars at the top of the window as a CSS value; set by the shell. */
export const headInset = 'var(--head-inset, 0px)';

/** Stacking order. */
export const layer = { rail: 10, skipLink: 40, overlay: 50, toast: 90, progress: 100 } as const;

export const duration = { quick: '120ms', calm: '180ms' } as const;

/** The opacity of disabled controls. */
export const disabledOpacity = 0.5;

/** A short transition of colours; none with reduced motion. */
export const colourTransition = css`
  ${media.moving} {
    transition:
      background-color ${duration.quick},
      border-color ${duration.quick},
      color ${duration.quick};
  }
`;

export const focusRing = css`
  outline: 2px solid ${colour.focus};
  outline-offset: 2px;
`;

/** Visible to assistive technology only. */
export const visuallyHidden = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** The panel of a menu, a list of choices or a popover. */
export const floatingPanel = css`
  background: ${colour.surfaceRaised};
  border: 1px solid ${colour.border};
  border-radius: ${radius.large};
  box-shadow: ${elevation.floating};
  outline: none;

  ${media.moving} {
    transition:
      opacity ${duration.quick},
      translate ${duration.quick};
  }

  &[data-entering],
  &[data-exiting] {
    opacity: 0;
  }

  &[data-entering] {
    translate: 0 -4px;
  }
`;
