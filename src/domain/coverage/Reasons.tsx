import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { FreeInterpreter } from '../../../contract/reservations.ts';
import { minutesSeconds } from '#lib/numbers.ts';
import { font, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';

/** The reasons for an interpreter, each with its points. */
export function Reasons({ interpreter }: { interpreter: FreeInterpreter }) {
  const { t } = useTranslation('reservations');
  const words = ({ reason, value, points, of: most }: FreeInterpreter['reasons'][number]): string => {
    if (reason === 'shift') return t(value === 1 ? 'inShift' : 'needsShift');
    if (reason === 'load') return t('why.load', { hours: minutesSeconds(value) });
    // All points for no language: the reservation asks for none.
    if (reason === 'languages' && value === 0 && points === most) return t('why.noLanguages');
    return t(`why.${reason}`, { value });
  };
  return (
    <List>
      {interpreter.reasons.map((each) => (
        <li key={each.reason}>
          {words(each)}{' '}
          <Points>
            {each.points}/{each.of}
          </Points>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(4)};
  margin-block-start: ${space(1)};
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
`;

const Points = styled.span`
  font-variant-numeric: tabular-nums;
  font-weight: ${font.weight.medium};
`;
