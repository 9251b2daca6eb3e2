import { css } from 'styled-components';
import { colour, font, media, radius, space } from '#ui/theme.ts';
import type { ShiftLook } from './ShiftIcons.tsx';

/** Data attributes that style a chip. */
export function chipAttributes({ emergency, state, source, travel_time }: ShiftLook) {
  return {
    'data-emergency': (emergency && state === 'enabled') || undefined,
    'data-travel': travel_time > 0 || undefined,
    'data-state': state,
    'data-external': source === 'external' || undefined,
  };
}

/** The hatching of travel time. */
export const hatched = css`
  repeating-linear-gradient(
    135deg,
    color-mix(in srgb, currentColor 45%, transparent) 0 1.5px,
    transparent 1.5px 5px
  )
`;

/** The ground of an absence; lighter, with dashed edges, of one that is only requested. */
export const absentGround = css`
  border-inline: 2px solid ${colour.warningText};
  background: color-mix(in srgb, ${colour.warningText} 22%, transparent);
  color: ${colour.text};

  &[data-requested] {
    border-inline: 1px dashed ${colour.warningText};
    background: color-mix(in srgb, ${colour.warningText} 8%, transparent);
  }
`;

/** Travel time at both ends of a chip that shows no lengths. */
export const travelEnds = css`
  padding-inline: 13px;
  background-image: ${hatched}, ${hatched};
  background-position:
    0 0,
    100% 0;
  background-repeat: no-repeat;
  background-size: 9px 100%;
`;

/** The style of a shift as a chip: told apart by its border, icons and text, not by colour alone. */
export const chipStyle = css`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  min-inline-size: 0;
  padding: 0 ${space(1.5)};
  border: 1px solid color-mix(in srgb, currentColor 22%, transparent);
  border-inline-start: 3px solid ${colour.accent};
  border-radius: ${radius.small};
  background: ${colour.accentSoft};
  color: ${colour.onAccentSoft};
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
  font-variant-numeric: tabular-nums;
  line-height: 1.2;
  text-align: inherit;
  white-space: nowrap;
  cursor: pointer;

  & > svg {
    opacity: 0.85;
  }

  &[data-external] {
    border-inline-start-style: double;
    border-inline-start-width: 5px;
    background: ${colour.infoSoft};
    color: ${colour.onInfoSoft};
  }

  /* The only filled chip, so that no palette makes it look like another. */
  &[data-emergency] {
    border-color: ${colour.danger};
    background: ${colour.danger};
    color: ${colour.onDanger};
    font-weight: ${font.weight.semibold};
  }

  &[data-state='completed'] {
    border-color: ${colour.border};
    border-inline-start-color: ${colour.borderControl};
    background: transparent;
    color: ${colour.textMuted};
    font-weight: ${font.weight.regular};
  }

  &[data-state='disabled'] {
    border-style: dashed;
    border-color: ${colour.borderControl};
    background: ${colour.surface};
    color: ${colour.textMuted};
    text-decoration: line-through;
  }

  &:hover {
    border-color: currentColor;
  }

  &:focus-visible {
    outline: 2px solid ${colour.focus};
    outline-offset: 1px;
    z-index: 3;
  }

  /* Browsers print no backgrounds. */
  @media print {
    &,
    &[data-emergency],
    &[data-external],
    &[data-state] {
      background: none;
      color: ${colour.text};
    }
  }

  ${media.forcedColours} {
    border-color: ButtonText;

    &[data-emergency] {
      border-color: Highlight;
    }
  }
`;
