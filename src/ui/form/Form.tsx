import { FORM_ERROR } from 'final-form';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form as FinalForm, useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { loadNamespaces } from '#i18n/i18n.ts';
import { holdUnsaved } from '#lib/release.ts';
import { hintStyle, requiredField } from '../Field.tsx';
import { space } from '../theme.ts';
import { useFailureOf } from '../useAct.ts';
import { FieldLabelsProvider } from './FieldLabels.tsx';
import { FormSummary } from './FormSummary.tsx';
import { fieldRefusals } from './refusal.ts';
import { SubmitFailure } from './SubmitFailure.tsx';
import { hasUnsaved, useUnsavedChanges } from './useUnsavedChanges.ts';
import { Withdrawn } from './Withdrawn.ts';

/** A mutator checks all fields again, even if it changes nothing: for errors that do not come from a value. */
const mutators = { checkAgain: () => undefined };

export type FormProps<Values extends Record<string, unknown>> = {
  initialValues: Values;
  /**
   * Sends the form. If it rejects, field errors (`errors` of an `ApiError`) are shown at their fields, other errors above the
   * form, and a `Withdrawn` not at all. Typed values stay. A second submit waits for the first. If the form was closed before, a
   * message of the page says why it was refused.
   */
  onSubmit: (values: Values) => Promise<void>;
  /** Called after a successful submit: the moment to navigate. `isUnsaved`: the person has typed on, and the form has `values` now. */
  onDone?: (after: { isUnsaved: boolean; values: Values }) => void;
  /** Lists the wrong fields above the form after a submit; leave it out for short forms. */
  hasSummary?: boolean;
  /** Explains the mark of required fields; leave it out if the page does. */
  hasLegend?: boolean;
  /** Says above the fields why a submit was refused; leave it out if a part of the form does. */
  hasFailure?: boolean;
  /** The accessible name of the form. */
  label?: string;
  children: ReactNode;
};

/**
 * A form for the fields in `src/ui/form/`. A field shows its error after it was left; a submit shows all errors and focuses the
 * first wrong field.
 */
export function Form<Values extends Record<string, unknown>>({
  initialValues,
  onSubmit,
  onDone,
  hasSummary = true,
  hasLegend = true,
  hasFailure = true,
  label,
  children,
}: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const isTaken = useRef(false);
  const tellFailure = useFailureOf();
  // Incremented after the errors are set, so that the effect finds the wrong fields.
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) focusFirstWrong(element.current);
  }, [attempts]);
  // Fixed, because new initial values would overwrite what the person types.
  const [initial] = useState(initialValues);

  return (
    <FinalForm<Values>
      initialValues={initial}
      mutators={mutators}
      subscription={{}}
      onSubmit={async (values, form) => {
        try {
          await onSubmit(values);
          isTaken.current = true;
          return undefined;
        } catch (error) {
          // A failed submit without a message: typed values are still unsaved.
          if (error instanceof Withdrawn) return { [FORM_ERROR]: null };
          tellFailure(error);
          const refusals = fieldRefusals(error, form.getRegisteredFields());
          return Object.keys(refusals).length > 0 ? refusals : { [FORM_ERROR]: error };
        }
      }}
    >
      {({ form, handleSubmit }) => (
        <Column
          ref={element}
          noValidate
          aria-label={label}
          onSubmit={async (event) => {
            event.preventDefault();
            // Error messages are not loaded on the sign-in page yet. The form is sent even if they cannot be loaded.
            await loadNamespaces(['errors']).catch(() => undefined);
            await handleSubmit(event);
            setAttempts((number) => number + 1);
            const state = form.getState();
            if (isTaken.current) onDone?.({ isUnsaved: hasUnsaved(state), values: state.values });
            isTaken.current = false;
          }}
        >
          {hasFailure && <SubmitFailure />}
          <HoldUnsaved />
          <FieldLabelsProvider>
            {hasSummary && <FormSummary />}
            {hasLegend && <RequiredLegend />}
            {children}
          </FieldLabelsProvider>
        </Column>
      )}
    </FinalForm>
  );
}

/** A new release does not reload the page over unsaved changes that would be lost. */
function HoldUnsaved() {
  const form = useForm();
  const isUnsaved = useUnsavedChanges();
  useEffect(() => (isUnsaved ? holdUnsaved(form) : undefined), [form, isUnsaved]);
  return null;
}

/** Focuses the first invalid field; without one the focus stays. */
function focusFirstWrong(form: HTMLFormElement | null): void {
  form
    ?.querySelector<HTMLElement>(
      '[data-invalid] :is(input, textarea, button):not([tabindex="-1"], [aria-hidden="true"] *)',
    )
    ?.focus();
}

/** Explains the mark of required fields, if its form, or the surrounding element, has such fields. */
function RequiredLegend() {
  const { t } = useTranslation('ui');
  return <Legend>{t('requiredLegend')}</Legend>;
}

const Legend = styled.p`
  ${hintStyle}

  :not(:has(${requiredField})) > & {
    display: none;
  }
`;

const Column = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
`;
