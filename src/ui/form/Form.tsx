import { FORM_ERROR } from 'final-form';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form as FinalForm } from 'react-final-form';
import { styled } from 'styled-components';
import { loadNamespaces } from '#i18n/i18n.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { Banner } from '../Banner.tsx';
import { space } from '../theme.ts';
import { FieldLabelsProvider } from './FieldLabels.tsx';
import { FormSummary } from './FormSummary.tsx';
import { fieldRefusals } from './refusal.ts';
import { Withdrawn } from './Withdrawn.ts';

export type FormProps<Values extends Record<string, unknown>> = {
  initialValues: Values;
  /**
   * Sends the form. What it rejects with is shown: codes per field (`errors` of an `ApiError`) at their fields, anything
   * else in words above the form, and nothing of a `Withdrawn`. Nothing that was typed is lost, and a second submit waits for the first.
   */
  onSubmit: (values: Values) => Promise<void>;
  /** Called once what was sent is taken and no longer counts as unsaved: the moment to leave. */
  onDone?: () => void;
  /** Lists the wrong fields above the form after a submit; leave it out where all of them are in sight anyway. */
  hasSummary?: boolean;
  /** Names the form for assistive technology. */
  label?: string;
  children: ReactNode;
};

/**
 * A form. Fields inside are those of `src/ui/form/`; each tells its error once it was left, all of them on submit, and
 * then the first wrong one takes the focus.
 */
export function Form<Values extends Record<string, unknown>>({
  initialValues,
  onSubmit,
  onDone,
  hasSummary = true,
  label,
  children,
}: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const isTaken = useRef(false);
  // Counted with what an attempt brought: by the time the effect runs, the wrong fields are marked.
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) focusFirstWrong(element.current);
  }, [attempts]);
  // Values that change under the person who types would take their words away.
  const [initial] = useState(initialValues);
  const errorMessage = useErrorMessage();

  return (
    <FinalForm<Values>
      initialValues={initial}
      subscription={{ submitError: true, submitting: true, dirtySinceLastSubmit: true }}
      onSubmit={async (values, form) => {
        try {
          await onSubmit(values);
          isTaken.current = true;
          return undefined;
        } catch (error) {
          // Counts as a failed submit without words: what was typed is still unsaved.
          if (error instanceof Withdrawn) return { [FORM_ERROR]: null };
          const refusals = fieldRefusals(error, form.getRegisteredFields());
          return Object.keys(refusals).length > 0 ? refusals : { [FORM_ERROR]: error };
        }
      }}
    >
      {({ handleSubmit, submitError, submitting, dirtySinceLastSubmit }) => (
        <Column
          ref={element}
          noValidate
          aria-label={label}
          onSubmit={async (event) => {
            event.preventDefault();
            // A field is marked wrong by its words: on the sign-in page nobody has fetched them before. Without them, it is sent all the same.
            await loadNamespaces(['errors']).catch(() => undefined);
            await handleSubmit(event);
            setAttempts((number) => number + 1);
            if (isTaken.current) onDone?.();
            isTaken.current = false;
          }}
        >
          {Boolean(submitError) && !submitting && !dirtySinceLastSubmit && (
            <Banner tone="danger" isUrgent>
              {errorMessage(submitError)}
            </Banner>
          )}
          <FieldLabelsProvider>
            {hasSummary && <FormSummary />}
            {children}
          </FieldLabelsProvider>
        </Column>
      )}
    </FinalForm>
  );
}

/** The first field of the form that is marked wrong takes the focus; without one it stays where it is. */
function focusFirstWrong(form: HTMLFormElement | null): void {
  form
    ?.querySelector<HTMLElement>(
      '[data-invalid] :is(input, textarea, button):not([tabindex="-1"], [aria-hidden="true"] *)',
    )
    ?.focus();
}

const Column = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
`;
