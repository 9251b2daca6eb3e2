import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { hintStyle, requiredField } from '../Field.tsx';

/** Explains the mark of required fields, if its form, or the surrounding element, has such fields. */
export function RequiredLegend() {
  const { t } = useTranslation('ui');
  return <Legend>{t('requiredLegend')}</Legend>;
}

const Legend = styled.p`
  ${hintStyle}

  :not(:has(${requiredField})) > & {
    display: none;
  }
`;
