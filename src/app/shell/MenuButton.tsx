import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { LiveReads } from '#api/query.ts';
import { CountMark } from '#ui/CountMark.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { alertsEvery, useAlerts } from './useAlerts.ts';

/** Opens the navigation on a phone; a mark shows that it contains alerts. */
export function MenuButton({ onPress }: { onPress: () => void }) {
  return (
    <LiveReads path="" every={alertsEvery}>
      <Marked onPress={onPress} />
    </LiveReads>
  );
}

function Marked({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('shell');
  const alerts = useAlerts();
  return (
    <Root>
      <IconButton label={[t('openNavigation'), ...alerts.map(({ text }) => text)].join(', ')} onPress={onPress}>
        <MenuIcon aria-hidden />
      </IconButton>
      {alerts[0] && <Mark aria-hidden>{alerts[0].number}</Mark>}
    </Root>
  );
}

const Root = styled.span`
  position: relative;
  display: inline-flex;
`;

const Mark = styled(CountMark)`
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: 0;
  pointer-events: none;
`;
