import { useAtomValue, useSetAtom } from 'jotai';
import {
  CalendarOff,
  CalendarSync,
  CircleHelp,
  CirclePlus,
  FileText,
  History,
  KeyRound,
  Languages,
  ListFilter,
  LogOut,
  Mail,
  Moon,
  ShieldCheck,
  SlidersHorizontal,
  Sun,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchGroup } from '../../../contract/kinds.ts';
import { offersForAccount } from '../../../contract/offered.ts';
import type { SearchAnswer, SearchHit } from '../../../contract/search.ts';
import { searchEverything } from '#api/search.ts';
import { useOpenFeatures } from '#crud/openFeatures.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { useOffersAbsences } from '#domain/useOffersAbsences.ts';
import { useWord } from '#i18n/words.ts';
import { matching } from '#lib/matching.ts';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { mayWrite } from '#session/permission.ts';
import { signOut, userAtom } from '#session/session.ts';
import { useSettings } from '#settings/useSettings.ts';
import { type Command, type CommandGroup, CommandList } from '#ui/CommandList.tsx';
import { overlayAtom, type OverlayProps } from '../shell/overlay.ts';
import { recentVisits } from '../shell/visits.ts';
import { useChooseLanguage } from '../useChooseLanguage.ts';

/** The command palette: finds pages, actions and records; before a search, the pages visited last. */
export function Palette({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation('palette');
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { pages, acts } = useCommands();
  const { groups: matches, hasFailed, isBusy } = useRecordSearch(isOpen ? text : '');
  const records = useRecords(matches, text.trim());
  const person = useAtomValue(userAtom)?.id ?? '';
  const close = () => {
    setText('');
    onClose();
  };
  const recent: Command[] = recentVisits(person)
    .filter(({ path }) => path !== location.pathname)
    .slice(0, 5)
    .map(({ path, title }) => ({ id: `recent ${path}`, title, href: path, icon: <History /> }));
  const groups: CommandGroup[] = text.trim()
    ? [
        { title: t('pages'), commands: matching(text, pages) },
        { title: t('acts'), commands: matching(text, acts) },
        ...records,
      ]
    : [
        { title: t('recent'), commands: recent },
        { title: t('pages'), commands: pages },
        { title: t('acts'), commands: acts },
      ];
  return (
    <CommandList
      isOpen={isOpen}
      onClose={close}
      label={t('title')}
      placeholder={t('placeholder')}
      text={text}
      onText={setText}
      groups={groups.filter(({ commands }) => commands.length > 0)}
      isBusy={isBusy}
      nothing={isBusy ? t('searching') : t('nothing')}
      note={hasFailed ? t('failed') : undefined}
      onGo={(href) => {
        close();
        void navigate(href);
      }}
    />
  );
}

/** What distinguishes a record from others of its title: when it is, and where or whose. */
function Detail({ created, detail }: Pick<SearchHit, 'created' | 'detail'>) {
  return (
    <>
      {created && <DateTime at={created} />}
      {created && detail && ' · '}
      {detail}
    </>
  );
}

/** Every page that the person may open, and every action that belongs to no page. */
function useCommands(): { pages: Command[]; acts: Command[] } {
  const { t } = useTranslation(['palette', 'shell', 'app']);
  const word = useWord();
  const features = useOpenFeatures();
  const user = useAtomValue(userAtom);
  const open = useSetAtom(overlayAtom);
  const { settings, update } = useSettings();
  const hasAbsences = useOffersAbsences();
  const { language, options, choose } = useChooseLanguage();
  const isDark = settings.paletteMode === 'dark';
  const pages = features.flatMap(({ nav }) => {
    if (!nav) return [];
    const { label, to, icon: Icon, key } = nav;
    return [{ id: `page ${to}`, title: word(label), href: to, icon: <Icon />, keys: key && `g ${key}` }];
  });
  const adds = features.flatMap(({ add, nav }) =>
    add && user && mayWrite(add.kind)(user.verdicts)
      ? [{ title: word(add.label), href: add.href, page: nav && word(nav.label) }]
      : [],
  );
  const acts: Command[] = [
    ...adds.map(({ title, href, page }) => ({
      id: `add ${href}`,
      title,
      // Two kinds of categories are added with the same words.
      detail: adds.filter((add) => add.title === title).length > 1 ? page : undefined,
      href,
      icon: <CirclePlus />,
    })),
    {
      id: 'appearance',
      title: t(isDark ? 'app:useLight' : 'app:useDark'),
      icon: isDark ? <Sun /> : <Moon />,
      act: () => update({ paletteMode: isDark ? 'light' : 'dark' }),
    },
    ...options
      .filter(({ value }) => value !== language)
      .map(({ value, label }) => ({
        id: `language ${value}`,
        title: `${t('app:language')}: ${label}`,
        icon: <Languages />,
        act: () => void choose(value),
      })),
    { id: 'settings', title: t('shell:settings'), icon: <SlidersHorizontal />, act: () => open('settings') },
    { id: 'help', title: t('shortcuts'), icon: <CircleHelp />, keys: '?', act: () => open('help') },
    { id: 'password', title: t('shell:changePassword'), href: paths.ownPassword.href(), icon: <KeyRound /> },
    { id: 'email', title: t('shell:changeEmail'), href: paths.ownEmail.href(), icon: <Mail /> },
    ...(user && offersForAccount(user.offers)
      ? [{ id: 'ownSignIn', title: t('shell:signIn'), href: paths.ownSignIn.href(), icon: <ShieldCheck /> }]
      : []),
    ...(hasAbsences
      ? [{ id: 'absences', title: t('shell:absences'), href: paths.absences.list.href(), icon: <CalendarOff /> }]
      : []),
    ...(user && user.verdicts.collections.calendar_feeds !== 'none'
      ? [
          {
            id: 'calendarFeeds',
            title: t('shell:calendarFeeds'),
            href: paths.calendar_feeds.list.href(),
            icon: <CalendarSync />,
          },
        ]
      : []),
    { id: 'signOut', title: t('shell:signOut'), icon: <LogOut />, act: () => void signOut() },
  ];
  return { pages, acts };
}

/** The records found, by kind, if a feature of this deployment has a page for the kind. */
function useRecords(matches: ReturnType<typeof useRecordSearch>['groups'], text: string): CommandGroup[] {
  const { t } = useTranslation('palette');
  const features = useOpenFeatures();
  return matches.flatMap(({ group, results, more }) => {
    const home = features.find(({ searchLinks }) => searchLinks?.[group]);
    const hrefOf = home?.searchLinks?.[group];
    const Icon = home?.nav?.icon ?? FileText;
    if (!hrefOf) return [];
    const commands: Command[] = results.map((hit) => ({
      id: `${group} ${hit.id}`,
      title: hit.title ?? t('nobody'),
      detail: <Detail {...hit} />,
      href: hrefOf(hit),
      icon: <Icon />,
    }));
    // Records below a partner have no list of all.
    if (more && home.nav)
      commands.push({
        id: `${group} all`,
        title: t('seeAll'),
        href: `${home.nav.to}?${new URLSearchParams({ search: text })}`,
        icon: <ListFilter />,
      });
    return [{ title: t(`groups.${group satisfies SearchGroup}`), commands }];
  });
}

/** Debounce in milliseconds, and the minimum length of a search. */
const debounceDelay = 200;
const minLength = 2;

const nothing: SearchAnswer['groups'] = [];

/**
 * Searches records for a text, debounced; a new search aborts the one before. Earlier results stay until the next answer.
 * `hasFailed`: the last search failed.
 */
function useRecordSearch(text: string) {
  const [result, setResult] = useState<{ text: string; groups: SearchAnswer['groups']; hasFailed: boolean }>({
    text: '',
    groups: nothing,
    hasFailed: false,
  });
  const query = text.trim().slice(0, 100);
  const isSearching = query.length >= minLength;
  useEffect(() => {
    if (!isSearching) return undefined;
    const search = new AbortController();
    const timer = setTimeout(() => {
      searchEverything(query, search.signal).then(
        ({ groups }) => setResult({ text: query, groups, hasFailed: false }),
        () => {
          if (!search.signal.aborted) setResult({ text: query, groups: nothing, hasFailed: true });
        },
      );
    }, debounceDelay);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [query, isSearching]);
  if (!isSearching) return { groups: nothing, hasFailed: false, isBusy: false };
  return { groups: result.groups, hasFailed: result.hasFailed, isBusy: result.text !== query };
}
