import type { ReactNode } from 'react';
import { Form as FinalForm } from 'react-final-form';
import { styled } from 'styled-components';
import { mailHref, phoneHref } from '../../../contract/contactLinks.ts';
import { colour, font } from '../theme.ts';
import { FormCard } from './FormCard.tsx';
import { Reading, type ReadProps } from './reading.ts';
import { useFormValue } from './formState.ts';

const external = /^https?:\/\//i;

/** A text as a link, if it is an address of some kind. */
function textOf(text: string, type: string | undefined): ReactNode {
  if (type === 'email') return <ValueLink href={mailHref(text)}>{text}</ValueLink>;
  // Telephone numbers read from left to right in every script.
  if (type === 'tel')
    return (
      <ValueLink href={phoneHref(text)}>
        <bdi dir="ltr">{text}</bdi>
      </ValueLink>
    );
  if (type === 'url' && external.test(text))
    return (
      <ValueLink href={text} target="_blank" rel="noreferrer">
        {text}
      </ValueLink>
    );
  return text;
}

/** A label and its value, for a `dl`. */
export function ReadValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Label>{label}</Label>
      <Value>{children || '–'}</Value>
    </div>
  );
}

function ReadField<Value>({ name, label, type, show }: ReadProps<Value>) {
  const value = useFormValue<Value>(name);
  const shown = show ? show(value) : typeof value === 'string' && value.trim() ? textOf(value.trim(), type) : null;
  return <ReadValue label={label}>{shown}</ReadValue>;
}

const readField = <Value,>(props: ReadProps<Value>) => <ReadField {...props} />;

/** The fields below as labels and values. */
export function ReadOnly({ children }: { children: ReactNode }) {
  return <Reading value={readField}>{children}</Reading>;
}

/** A record that the reader may not change: the fields of its form as labels and values, without inputs. */
export function ReadForm<Values extends Record<string, unknown>>({
  values,
  children,
}: {
  values: Values;
  children: ReactNode;
}) {
  return (
    <FormCard>
      <FinalForm<Values> initialValues={values} subscription={{}} onSubmit={() => undefined}>
        {() => <ReadOnly>{children}</ReadOnly>}
      </FinalForm>
    </FormCard>
  );
}

const Label = styled.dt`
  color: ${colour.textMuted};
  font-size: ${font.size.small};
`;

const Value = styled.dd`
  margin: 0;
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

const ValueLink = styled.a`
  color: ${colour.accentText};
  text-underline-offset: 3px;
`;
