import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { styled } from 'styled-components';
import { controlStyle, FieldBody, fieldStyle, type FieldTexts } from './Field.tsx';
import { space } from './theme.ts';

export type TextFieldProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid' | 'validate'> &
  FieldTexts & {
    autoComplete?: HTMLInputAutoCompleteAttribute;
    placeholder?: string;
    /** Shown beside the label, such as a link. */
    aside?: ReactNode;
    /** Shown at the end of the box, such as a button. */
    end?: ReactNode;
    inputRef?: Ref<HTMLInputElement>;
  };

/** A single-line text input. */
export function TextField({
  label,
  description,
  errorMessage,
  aside,
  placeholder,
  end,
  inputRef,
  ...props
}: TextFieldProps) {
  return (
    <Root {...props} isInvalid={Boolean(errorMessage)} validationBehavior="aria">
      <FieldBody label={label} description={description} errorMessage={errorMessage} aside={aside}>
        <Box>
          <TextInput ref={inputRef} placeholder={placeholder} $hasEnd={Boolean(end)} />
          {end && <End>{end}</End>}
        </Box>
      </FieldBody>
    </Root>
  );
}

const Root = styled(AriaTextField)`
  ${fieldStyle}
`;

const Box = styled.div`
  position: relative;
`;

const TextInput = styled(Input)<{ $hasEnd: boolean }>`
  ${controlStyle}
  padding-inline-end: ${({ $hasEnd }) => space($hasEnd ? 11 : 3)};
`;

const End = styled.div`
  position: absolute;
  inset-block: 0;
  inset-inline-end: ${space(1)};
  display: flex;
  align-items: center;
`;
