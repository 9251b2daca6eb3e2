import { useId } from 'react';
import { Focusable } from 'react-aria-components/Tooltip';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { LiveReads } from '#api/query.ts';
import { entryAt, useEntryGroups } from '#crud/openFeatures.ts';
import { useWord } from '#i18n/words.ts';
import { Link, useLocation } from '#lib/router.ts';
import { CountMark } from '#ui/CountMark.ts';
import { colour, colourTransition, control, font, media, radius, space, visuallyHidden } from '#ui/theme.ts';
import { Tooltip } from '#ui/Tooltip.tsx';
import { alertsEvery, useAlerts } from './useAlerts.ts';

type NavigationListProps = {
  /** Whether it shows icons with tooltips. */
  isSlim?: boolean;
  /** Whether links replace the entry of the history. */
  replaces?: boolean;
};

/** The entries of the features that this deployment has and this person may open. */
export function NavigationList({ isSlim = false, replaces = false }: NavigationListProps) {
  return (
    <LiveReads path="" every={alertsEvery}>
      <Entries isSlim={isSlim} replaces={replaces} />
    </LiveReads>
  );
}

function Entries({ isSlim, replaces }: Required<NavigationListProps>) {
  const { t } = useTranslation('shell');
  const word = useWord();
  const groups = useEntryGroups();
  const alerts = useAlerts();
  const { pathname } = useLocation();
  const id = useId();
  const current = entryAt(pathname, groups)?.to;
  return (
    <Groups>
      {groups.map(({ group, entries }) => (
        <Group key={group} data-slim={isSlim || undefined}>
          <Title id={`${id}-${group}`}>{t(`groups.${group}`)}</Title>
          <ul aria-labelledby={`${id}-${group}`}>
            {entries.map(({ label, to, icon: Icon }) => {
              const alert = alerts.find(({ entry }) => entry === to);
              // A second target does not fit beside an icon.
              const name = isSlim && alert ? `${word(label)}, ${alert.text}` : word(label);
              return (
                <li key={to}>
                  <Tooltip text={name} placement="end" isDisabled={!isSlim}>
                    <Focusable>
                      <Entry
                        to={to}
                        replace={replaces}
                        aria-current={to === current ? 'page' : undefined}
                        data-slim={isSlim || undefined}
                      >
                        <Icon size={18} aria-hidden />
                        <span>{name}</span>
                      </Entry>
                    </Focusable>
                  </Tooltip>
                  {alert && isSlim && (
                    <SlimAlert aria-hidden>
                      <CountMark>{alert.number}</CountMark>
                    </SlimAlert>
                  )}
                  {alert && !isSlim && (
                    <AlertLink to={alert.to} replace={replaces} aria-label={alert.text} title={alert.text}>
                      <CountMark>{alert.number}</CountMark>
                    </AlertLink>
                  )}
                </li>
              );
            })}
          </ul>
        </Group>
      ))}
    </Groups>
  );
}

/** Scrolls by itself where the window is low, so that logo and version stay in sight. */
const Groups = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: ${space(3)};
  min-block-size: 240px;
  margin: -2px;
  padding: 2px;
  overflow: hidden auto;

  & > div {
    flex: none;
  }

  ${media.laptop} {
    gap: ${space(2)};
  }
`;

const Title = styled.p`
  padding: 0 ${space(2.5)} ${space(1)};
  color: ${colour.textMuted};
  font-size: ${font.size.small};
`;

const Group = styled.div`
  & > ul {
    display: flex;
    flex-direction: column;
    gap: ${space(0.5)};
  }

  & li {
    position: relative;
  }

  /* A long label ends before the number of its entry. */
  & li > a:has(+ a) {
    padding-inline-end: ${control.medium};

    ${media.touch} {
      padding-inline-end: ${control.touch};
    }
  }

  /* Without labels a line separates the groups. */
  &[data-slim] > ${Title} {
    ${visuallyHidden}
  }

  &[data-slim] + &[data-slim] {
    padding-block-start: ${space(2)};
    border-block-start: 1px solid ${colour.border};
  }
`;

const Entry = styled(Link)`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space(2.5)};
  min-block-size: ${control.medium};
  padding: ${space(1)} ${space(2.5)};
  border-radius: ${radius.medium};
  color: ${colour.textMuted};
  font-weight: ${font.weight.medium};
  text-decoration: none;
  ${colourTransition}

  &:hover {
    background: ${colour.hover};
    color: ${colour.text};
  }

  &[aria-current] {
    background: ${colour.selected};
    color: ${colour.accentText};
  }

  &[data-slim] {
    justify-content: center;
  }

  &[data-slim] > span {
    ${visuallyHidden}
  }

  ${media.laptop} {
    min-block-size: ${control.small};
  }

  ${media.touch} {
    min-block-size: ${control.touch};
  }

  ${media.forcedColours} {
    &[aria-current] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;

/** The link of an alert, placed over the end of its entry. */
const AlertLink = styled(Link)`
  position: absolute;
  inset-block: 0;
  inset-inline-end: 0;
  display: grid;
  place-items: center;
  inline-size: ${control.medium};
  border-radius: ${radius.medium};
  text-decoration: none;

  ${media.touch} {
    inline-size: ${control.touch};
  }
`;

const SlimAlert = styled.span`
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: 0;
  pointer-events: none;
`;
