import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { colour, font, media } from './theme.ts';

export type CheckboxProps = {
  /** The label for screen readers. */
  label: string;
  isSelected: boolean;
  /** Whether some, but not all items are selected. */
  isIndeterminate?: boolean;
  onChange: (isSelected: boolean) => void;
  /** Renders the label as well, hidden until the surrounding list shows it. */
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

  @media print {
    display: none;
  }
`;

const Words = styled.span`
  display: none;
  color: ${colour.textMuted};
  font-size: ${font.size.small};
`;

const Box = styled.input`
  inline-size: 16px;
  block-size: 16px;
  margin: 0;
  accent-color: ${colour.accent};
  cursor: pointer;
`;
