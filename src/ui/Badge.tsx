import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { colour, font, radius, space } from './theme.ts';
import { type Tone, toneColours } from './tones.ts';

/** A short state; `neutral` for ordinary ones. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone | 'neutral'; children: ReactNode }) {
  return <Pill $tone={tone}>{children}</Pill>;
}

const Pill = styled.span<{ $tone: Tone | 'neutral' }>`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  max-inline-size: 100%;
  min-block-size: 22px;
  padding: 0 ${space(2)};
  border: 1px solid color-mix(in srgb, currentColor 16%, transparent);
  border-radius: ${radius.round};
  background: ${({ $tone }) => ($tone === 'neutral' ? colour.surfaceSunken : toneColours[$tone].soft)};
  color: ${({ $tone }) => ($tone === 'neutral' ? colour.textMuted : toneColours[$tone].onSoft)};
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
  white-space: nowrap;
`;

/** Badges side by side. */
export const Badges = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  gap: ${space(1)};
`;
