import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { LiveReads } from '#api/query.ts';
import { CornerMark } from '#ui/CountMark.ts';
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
    <IconButton label={[t('openNavigation'), ...alerts.map(({ text }) => text)].join(', ')} onPress={onPress}>
      <Place>
        <MenuIcon size={18} aria-hidden />
        {alerts[0] && <CornerMark aria-hidden>{alerts[0].number}</CornerMark>}
      </Place>
    </IconButton>
  );
}

const Place = styled.span`
  position: relative;
  display: grid;
`;
