import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { colour } from './tokens.ts';
import { font, media, space } from './theme.ts';

export type CheckboxProps = {
  /** What it chooses, for those who do not see what it stands beside. */
  label: string;
  isSelected: boolean;
  /** Some of what it stands for is chosen. */
  isIndeterminate?: boolean;
  onChange: (isSelected: boolean) => void;
  /** On a phone the label stands beside it: there is no column that would tell what it is for. */
  isLabelled?: boolean;
};

/** A box to tick beside what it chooses: the browser's own, in the brand's colour. */
export function Checkbox({ label, isSelected, isIndeterminate = false, onChange, isLabelled = false }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return (
    <Hit>
      <Box
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {isLabelled && <Words>{label}</Words>}
    </Hit>
  );
}

const Hit = styled.label`
  display: inline-grid;
  place-items: center;
  inline-size: 28px;
  block-size: 28px;
  cursor: pointer;

  ${media.touch} {
    inline-size: 44px;
    block-size: 44px;
  }

  ${media.phone} {
    &:has(span) {
      display: inline-flex;
      flex-direction: row-reverse;
      gap: ${space(3)};
      inline-size: auto;
      block-size: auto;
      min-block-size: 44px;
      padding-inline: ${space(3)};
    }
  }

  @media print {
    display: none;
  }
`;

const Words = styled.span`
  display: none;
  color: ${colour.textMuted};
  font-size: ${font.size.small};

  ${media.phone} {
    display: inline;
  }
`;

const Box = styled.input`
  inline-size: 16px;
  block-size: 16px;
  margin: 0;
  accent-color: ${colour.accent};
  cursor: pointer;
`;
