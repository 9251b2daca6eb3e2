import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { styled } from 'styled-components';
import { controlStyle, FieldBody, fieldStyle, type FieldTexts } from './Field.tsx';
import { space } from './theme.ts';

export type TextAreaProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid' | 'validate'> &
  FieldTexts & { rows?: number };

/** A multi-line text input. */
export function TextArea({ label, description, errorMessage, rows = 3, ...props }: TextAreaProps) {
  return (
    <Root {...props} isInvalid={Boolean(errorMessage)} validationBehavior="aria">
      <FieldBody label={label} description={description} errorMessage={errorMessage}>
        <Lines
          rows={rows}
          // Browsers scroll only the line of the caret into view.
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView?.({ block: 'nearest' })}
        />
      </FieldBody>
    </Root>
  );
}

const Root = styled(AriaTextField)`
  ${fieldStyle}
  grid-column: 1 / -1;
`;

const Lines = styled(AriaTextArea)`
  ${controlStyle}
  display: block;
  padding-block: ${space(2)};
  font-family: inherit;
  line-height: 1.5;
  resize: vertical;
`;
