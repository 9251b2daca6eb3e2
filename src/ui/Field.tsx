import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { css, styled } from 'styled-components';
import { colour, colourTransition, control, font, media, radius, space, visuallyHidden } from './theme.ts';

/** The texts of a field: label, description, and error. */
export type FieldTexts = {
  label: string;
  description?: ReactNode;
  /** The translated error; the field is invalid while it is set. */
  errorMessage?: string;
};

/** Label, control, and description or error, inside any field of React Aria, which connects them for screen readers. */
export function FieldBody({
  label,
  description,
  errorMessage,
  aside,
  isLabelHidden = false,
  children,
}: FieldTexts & { aside?: ReactNode; isLabelHidden?: boolean; children: ReactNode }) {
  return (
    <>
      <Head data-hidden={isLabelHidden || undefined}>
        <FieldLabel>{label}</FieldLabel>
        {aside}
      </Head>
      {children}
      {description && <Description slot="description">{description}</Description>}
      {errorMessage && (
        <ErrorText>
          <CircleAlert size={14} aria-hidden />
          <span>{errorMessage}</span>
        </ErrorText>
      )}
    </>
  );
}

/** The layout of one field. */
export const fieldStyle = css`
  display: flex;
  flex-direction: column;
  gap: ${space(1.5)};
  min-inline-size: 0;

  @media print {
    gap: 0;
    break-inside: avoid;
  }
`;

/** The box of an input or a select. */
export const controlStyle = css`
  inline-size: 100%;
  min-block-size: ${control.large};
  padding: 0 ${space(3)};
  background: ${colour.surface};
  border: 1px solid ${colour.borderControl};
  border-radius: ${radius.medium};
  color: ${colour.text};
  font-size: ${font.size.body};
  ${colourTransition}

  &::placeholder {
    color: ${colour.textMuted};
    opacity: 1;
  }

  /* Not more specific than the states below: the pointer must not hide an error. */
  &[data-hovered]:where(:not([data-focused])) {
    border-color: ${colour.textMuted};
  }

  &[data-focused] {
    border-color: ${colour.focus};
    outline: 2px solid ${colour.focus};
    outline-offset: 0;
  }

  /* The button of a select does not know it: its field does. */
  &[data-invalid],
  [data-invalid] > &:is(button) {
    border-color: ${colour.dangerText};
  }

  &[data-invalid][data-focused],
  [data-invalid] > &:is(button)[data-focused] {
    outline-color: ${colour.dangerText};
  }

  /* Read-only fields look different from editable ones. */
  &:is(input, textarea):read-only {
    border-color: ${colour.border};
    background: ${colour.surfaceSunken};
    resize: none;
  }

  &[data-disabled] {
    border-color: ${colour.border};
    background: ${colour.surfaceSunken};
    color: ${colour.textMuted};
    cursor: not-allowed;
  }

  /* On paper a value stands below its label, without a box. */
  @media print {
    min-block-size: 0;
    padding: 0;
    border: 0;
    background: none !important;
    resize: none;

    &:is(textarea) {
      field-sizing: content;
    }

    & > svg {
      display: none;
    }

    &::placeholder,
    & [data-placeholder] {
      visibility: hidden;
    }
  }

  ${media.touch} {
    min-block-size: ${control.touch};
    /* Below 16 px phones zoom into the field. */
    font-size: ${font.size.lead};
  }
`;

const Head = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(3)};

  &[data-hidden] {
    ${visuallyHidden}
  }
`;

/** A field that must be filled in; the form explains its mark. */
export const requiredField = '[data-required]:not([data-readonly], [data-disabled])';

/** The label of a field. Screen readers hear of a required field by its `aria-required`, not by the mark. */
export const labelStyle = css`
  font-size: ${font.size.compact};
  font-weight: ${font.weight.medium};

  @media print {
    color: ${colour.textMuted};
  }

  ${requiredField} &::after {
    content: ' *';
    content: ' *' / '';
    color: ${colour.dangerText};
  }
`;

export const FieldLabel = styled(Label)`
  ${labelStyle}
`;

/** The description below a control. It helps to fill in the field, so it is not printed. */
export const hintStyle = css`
  color: ${colour.textMuted};
  font-size: ${font.size.compact};

  @media print {
    display: none;
  }
`;

const Description = styled(Text)`
  ${hintStyle}
`;

/** The error below a control. */
export const errorStyle = css`
  display: flex;
  gap: ${space(1.5)};
  color: ${colour.dangerText};
  font-size: ${font.size.compact};

  & > svg {
    margin-block-start: 2.5px;
  }
`;

const ErrorText = styled(FieldError)`
  ${errorStyle}
`;
