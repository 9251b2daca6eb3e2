import { styled } from 'styled-components';
import { colour, font, radius, space } from './theme.ts';

/** A highlighted small number. */
export const CountMark = styled.span`
  display: inline-grid;
  place-items: center;
  min-inline-size: 20px;
  min-block-size: 20px;
  padding-inline: ${space(1)};
  border-radius: ${radius.round};
  background: ${colour.danger};
  color: ${colour.onDanger};
  font-size: ${font.size.small};
  font-weight: ${font.weight.semibold};
  font-variant-numeric: tabular-nums;
  line-height: 1;
`;

/** A small number at the upper corner of an icon, in a place that is positioned. It grows over the icon, so that many digits stay in their button. */
export const CornerMark = styled(CountMark)`
  position: absolute;
  inset-block-end: calc(100% - 9px);
  inset-inline-end: -11px;
  min-inline-size: 18px;
  min-block-size: 18px;
  font-size: min(${font.size.small}, 16px);
  pointer-events: none;
`;
