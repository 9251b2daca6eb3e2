import { useAtomValue, useSetAtom } from 'jotai';
import { BellRing } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { notifications } from '#api/notifications.ts';
import { LiveReads, useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Link } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useSettings } from '#settings/useSettings.ts';
import { titleCountAtom } from '#tenant/useDocumentTitle.ts';
import { Hidden } from '#ui/Hidden.ts';
import { colour, font, layer, media, radius, space } from '#ui/theme.ts';
import { colourProperty } from '#ui/tokens.ts';
import { insetOfBand, useTopInset } from '../topInset.ts';
import { Longest } from './Longest.tsx';
import { useAlertReads } from './useAlerts.ts';
import { type Waiting, waitingAtom } from './waiting.ts';

/** How often waiting requests are polled while no stream announces changes, in milliseconds. */
const every = 15_000;

/** How long after a failure they are read again, also while a stream is open, in milliseconds. */
const againAfter = 5_000;

/** How long the device vibrates and pauses when somebody begins to wait, in milliseconds. */
const vibrations = [400, 200, 400];

/**
 * Follows the requests that wait for an answer: a band over every page while emergencies wait, the pill of the top bar for the others.
 * Visible across a room, steady (WCAG 2.3.1), and without a sound. Their number is also in the title and in the icon of the page.
 */
export function WaitingBand() {
  return (
    <LiveReads path="" every={every} isSeenHidden>
      <Content />
    </LiveReads>
  );
}

/** The requests that are offered to this interpreter and not taken yet; nothing for others. */
function useOffers() {
  const user = useAtomValue(userAtom);
  const mayBeAsked = user?.verdicts.overview === 'own' && user.offers.includes('notifications');
  const { data } = useQuery(mayBeAsked ? notifications.list({ page: 1, page_size: 25, unread: true }) : null);
  const offers = data?.results.filter(({ kind }) => kind === 'offers') ?? [];
  return { count: offers.length, since: offers.at(-1)?.created ?? null };
}

/** Those who wait, of several kinds; the page is that of the first. Null: nobody. */
function first(kinds: readonly { count: number; since: string | null; to: string }[]) {
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const [longest] = kinds
    .filter((kind) => kind.count > 0)
    .toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''));
  return longest ? { ...longest, count } : null;
}

/** Those who wait for an answer of this person, or for somebody whom this person finds. */
function useWaiting() {
  const { t } = useTranslation('shell');
  const { numbers } = useFormats();
  const { alerts, hasFailed, retry } = useAlertReads();
  const offers = useOffers();
  const kinds = alerts.flatMap(({ waiting }) => waiting ?? []);
  const urgent = first(kinds.map(({ emergencies }) => emergencies));
  const others = first(kinds.map((kind) => kind.others));
  const act = t('findInterpreter');
  const number = (count: number) => ({ number: numbers.count(count) });
  const emergencies: Waiting | null = urgent && { ...urgent, text: t('emergencies', number(urgent.count)), act };
  let rest: Waiting | null = others && { ...others, text: t('waitingNumber', number(others.count)), act };
  if (offers.count > 0)
    rest = {
      ...offers,
      text: t('offered', number(offers.count)),
      to: paths.notifications.href(),
      act: t('answerThere'),
    };
  return { emergencies, rest, hasFailed, retry };
}

function Content() {
  const { t } = useTranslation('shell');
  const { emergencies, rest, hasFailed, retry } = useWaiting();
  useEffect(() => {
    const timer = hasFailed ? setInterval(() => void retry(), againAfter) : undefined;
    return () => clearInterval(timer);
  }, [hasFailed, retry]);
  const count = (emergencies?.count ?? 0) + (rest?.count ?? 0);
  const setTitleCount = useSetAtom(titleCountAtom);
  useEffect(() => {
    setTitleCount(count);
    const restore = markIcon(count);
    return () => {
      setTitleCount(0);
      restore();
    };
  }, [count, setTitleCount]);
  const setWaiting = useSetAtom(waitingAtom);
  const known = JSON.stringify(rest);
  useEffect(() => {
    setWaiting(JSON.parse(known) as Waiting | null);
    return () => setWaiting(null);
  }, [known, setWaiting]);
  useVibration(count);
  return (
    <>
      {emergencies && (
        <Band label={t('waiting')}>
          <BellRing size={20} aria-hidden />
          <span>{emergencies.text}</span>
          {emergencies.since !== null && (
            <Time>
              <Longest since={emergencies.since} />
            </Time>
          )}
          <BandLink to={emergencies.to}>{emergencies.act}</BandLink>
        </Band>
      )}
      {/* Without the time, which would be read out every second. */}
      <Hidden as="div" aria-live="polite">
        {[emergencies, rest].flatMap((waiting) => waiting?.text ?? []).join('. ')}
      </Hidden>
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

/** Vibrates whenever more people wait than before, if the person has chosen so and the device can. */
function useVibration(count: number): void {
  const { vibration } = useSettings().settings;
  const before = useRef(0);
  useEffect(() => {
    if (vibration && count > before.current && 'vibrate' in navigator) navigator.vibrate(vibrations);
    before.current = count;
  }, [count, vibration]);
}

const largest = 99;

/** The icon of the page with a number instead of the brand's, or the brand's again for 0. Returns how to restore it. */
function markIcon(count: number): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link || count === 0) return () => undefined;
  const brandIcon = link.href;
  const style = getComputedStyle(document.documentElement);
  const [ground, text] = (['danger', 'onDanger'] as const).map((token) =>
    style.getPropertyValue(colourProperty(token)),
  );
  const number = Math.min(count, largest);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ground}"/><text x="16" y="23" fill="${text}" font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle">${number}</text></svg>`;
  link.href = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  return () => {
    link.href = brandIcon;
  };
}

const Root = styled.aside`
  position: sticky;
  inset-block-start: ${insetOfBand};
  z-index: ${layer.rail};
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space(1)} ${space(3)};
  padding: ${space(2)} ${space(4)};
  background: ${colour.danger};
  color: ${colour.onDanger};
  font-size: ${font.size.lead};
  font-weight: ${font.weight.semibold};

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
