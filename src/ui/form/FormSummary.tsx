import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Banner } from '../Banner.tsx';
import { font, space } from '../theme.ts';
import { useFieldLabels } from './FieldLabels.tsx';

/** After a failed submit: links to the wrong fields. */
export function FormSummary() {
  const { t } = useTranslation('ui');
  const labels = useFieldLabels();
  const { errors, submitErrors, submitFailed, submitting, dirtyFieldsSinceLastSubmit } = useFormState({
    subscription: {
      errors: true,
      submitErrors: true,
      submitFailed: true,
      submitting: true,
      dirtyFieldsSinceLastSubmit: true,
    },
  });
  if (!submitFailed || submitting) return null;
  const wrong = Object.keys(labels).filter(
    (name) =>
      errors?.[name] !== undefined || (submitErrors?.[name] !== undefined && !dirtyFieldsSinceLastSubmit?.[name]),
  );
  if (wrong.length === 0) return null;
  return (
    <Banner tone="danger" title={t('formErrors', { count: wrong.length })}>
      <Names>
        {wrong.map((name) => (
          <li key={name}>
            <NameButton
              type="button"
              onClick={({ currentTarget }) => {
                const field = currentTarget.form?.elements.namedItem(name);
                if (field instanceof HTMLElement) field.focus();
              }}
            >
              {labels[name]}
            </NameButton>
          </li>
        ))}
      </Names>
    </Banner>
  );
}

const Names = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
`;

const NameButton = styled.button`
  min-block-size: 24px;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font-weight: ${font.weight.medium};
  text-decoration: underline;
  text-underline-offset: 3px;
  cursor: pointer;
`;
