import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { colour } from './tokens.ts';
import { font, media, space } from './theme.ts';

export type CheckboxProps = {
  /** The label for screen readers. */
  label: string;
  isSelected: boolean;
  /** Whether some, but not all items are selected. */
  isIndeterminate?: boolean;
  onChange: (isSelected: boolean) => void;
  /** Shows the label on phones, where there is no table column. */
  isLabelled?: boolean;
};

/** A native checkbox in the brand's colour. */
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
