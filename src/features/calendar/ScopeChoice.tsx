import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { RadioGroup } from '#ui/RadioGroup.tsx';
import { media } from '#ui/theme.ts';
import { type Scope, scopes } from './scope.ts';

/** Chooses the part of a series to change. */
export function ScopeChoice({
  value,
  onChange,
  isDayOnly,
}: {
  value: Scope;
  onChange: (scope: Scope) => void;
  isDayOnly?: boolean;
}) {
  const { t } = useTranslation('calendar');
  return (
    <Root>
      <RadioGroup<Scope>
        label={t('scope')}
        choices={scopes.map((scope) => ({ value: scope, label: t(`scopes.${scope}`) }))}
        value={value}
        onChange={onChange}
        isDisabled={isDayOnly}
        description={isDayOnly ? t('dayMoves') : t(`scopeHints.${value}`)}
      />
    </Root>
  );
}

const Root = styled.div`
  ${media.phone} {
    & [role='radiogroup'] > div {
      grid-auto-flow: row;
    }
  }
`;
