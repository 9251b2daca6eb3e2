import { useSetAtom } from 'jotai';
import { BellRing } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { LiveReads } from '#api/query.ts';
import { useNow } from '#domain/useNow.ts';
import { minutesSeconds } from '#lib/numbers.ts';
import { Link } from '#lib/router.ts';
import { useSettings } from '#settings/useSettings.ts';
import { titleCountAtom } from '#tenant/useDocumentTitle.ts';
import { font, layer, media, radius, space, visuallyHidden } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { insetOfBand, useTopInset } from '../topInset.ts';
import { markIcon } from './markIcon.ts';
import { useAlertReads } from './useAlerts.ts';

/** How often waiting requests are polled while no stream announces changes, in milliseconds. */
const every = 15_000;

/** How long after a failure they are read again, also while a stream is open, in milliseconds. */
const againAfter = 5_000;

/** How long the device vibrates and pauses when somebody begins to wait, in milliseconds. */
const vibrations = [400, 200, 400];

/**
 * A band over every page while live requests or emergencies wait: visible across a room, steady (WCAG 2.3.1), and without a sound.
 * The number is also in the title and in the icon of the page.
 */
export function WaitingBand() {
  return (
    <LiveReads path="" every={every} isSeenHidden>
      <Content />
    </LiveReads>
  );
}

function Content() {
  const { t } = useTranslation('shell');
  const { alerts, hasFailed, retry } = useAlertReads();
  useEffect(() => {
    const timer = hasFailed ? setInterval(() => void retry(), againAfter) : undefined;
    return () => clearInterval(timer);
  }, [hasFailed, retry]);
  const waiting = alerts.flatMap(({ to, text, waiting: one }) => (one ? [{ to, text, ...one }] : []));
  const count = waiting.reduce((sum, kind) => sum + kind.count, 0);
  const setTitleCount = useSetAtom(titleCountAtom);
  useEffect(() => {
    setTitleCount(count);
    const restore = markIcon(count);
    return () => {
      setTitleCount(0);
      restore();
    };
  }, [count, setTitleCount]);
  useVibration(count);
  return (
    <>
      {count > 0 && (
        <Band label={t('waiting')}>
          <BellRing size={20} aria-hidden />
          <ul>
            {waiting.map(({ to, text, since }) => (
              <li key={to}>
                <BandLink to={to}>{text}</BandLink>
                {since !== null && <Longest since={since} />}
              </li>
            ))}
          </ul>
        </Band>
      )}
      {/* Without the time, which would be read out every second. */}
      <Hidden aria-live="polite">{waiting.map(({ text }) => text).join('. ')}</Hidden>
    </>
  );
}

function Band({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Root ref={useTopInset<HTMLElement>('--band-inset')} aria-label={label}>
      {children}
    </Root>
  );
}

/** How long the first has waited. */
function Longest({ since }: { since: string }) {
  const { t } = useTranslation('shell');
  const seconds = Math.max(0, (useNow() - Date.parse(since)) / 1000);
  return <Time>{t('longestWait', { time: minutesSeconds(seconds) })}</Time>;
}

/** Vibrates whenever more people wait than before, if the person has chosen so and the device can. */
function useVibration(count: number): void {
  const { vibration } = useSettings().settings;
  const before = useRef(0);
  useEffect(() => {
    if (vibration && count > before.current && 'vibrate' in navigator) navigator.vibrate(vibrations);
    before.current = count;
  }, [count, vibration]);
}

const Root = styled.aside`
  position: sticky;
  inset-block-start: ${insetOfBand};
  z-index: ${layer.rail};
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${space(3)};
  padding: ${space(2)} ${space(4)};
  background: ${colour.danger};
  color: ${colour.onDanger};
  font-size: ${font.size.lead};
  font-weight: ${font.weight.semibold};

  & > ul {
    display: flex;
    flex-wrap: wrap;
    gap: ${space(1)} ${space(6)};
  }

  & li {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space(3)};
  }

  ${media.forcedColours} {
    border-block-end: 4px solid Highlight;
  }

  @media print {
    display: none;
  }
`;

const BandLink = styled(Link)`
  border-radius: ${radius.small};
  color: inherit;
  text-decoration: underline;
  text-underline-offset: 3px;

  &:focus-visible {
    outline: 2px solid currentColor;
    outline-offset: 2px;
  }
`;

const Time = styled.span`
  font-weight: ${font.weight.medium};
  font-variant-numeric: tabular-nums;
`;

const Hidden = styled.div`
  ${visuallyHidden}
`;
