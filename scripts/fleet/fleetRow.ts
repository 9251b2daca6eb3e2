import type { PartName } from '../image/imageName.ts';
import { runs, type Status } from '../ship/status.ts';
import type { Finding, Live } from './live.ts';
import type { SuiteRun } from './suiteRuns.ts';

/** A deployment of the fleet with all that is known about it. */
export type FleetRow = {
  id: string;
  brand: string;
  /** Wave in which it is shipped. */
  ring: string;
  isStage: boolean;
  /** The version of the manifest in this checkout; null when the manifest has errors. */
  next: string | null;
  /** SVG; null when the manifest has errors. */
  icon: string | null;
  /** Colour behind the icon. */
  ground: string;
  /** Null: not read, for the reason in `registryProblem`. */
  status: Status | null;
  registryProblem: string | null;
  live: Live;
  /** Commits of this checkout that the requested version does not have; null if unknown. */
  behind: number | null;
  /** Why HEAD would give this deployment other images; empty: it would not. Null: not known, or not yet. */
  affected: string[] | null;
  suite: SuiteRun | null;
};

/** Overall states, the most urgent first, with their names and signs: a state is never shown by colour alone. */
export const fleetStates = {
  down: { name: 'Down', sign: '✕', tone: 'bad' },
  bytes: { name: 'Other bytes', sign: '≠', tone: 'bad' },
  unsettled: { name: 'Release open', sign: '◐', tone: 'warning' },
  version: { name: 'Other version', sign: '⇄', tone: 'warning' },
  attention: { name: 'Needs attention', sign: '!', tone: 'warning' },
  unknown: { name: 'Unknown', sign: '?', tone: 'unknown' },
  empty: { name: 'Never shipped', sign: '○', tone: 'unknown' },
  good: { name: 'In order', sign: '✓', tone: 'good' },
} as const satisfies Record<string, { name: string; sign: string; tone: Finding['state'] }>;

export type FleetState = keyof typeof fleetStates;

/** The checks of a deployment in the order in which they are shown. */
export function checksOf({ live }: FleetRow): [string, Finding][] {
  return [
    ['Bytes', live.bytes],
    ['Page', live.page],
    ['API', live.api],
    ['Database', live.database],
    ['Outbox', live.outbox],
    ['Jobs', live.jobs],
    ['Headers', live.headers],
    ['Certificate', live.certificate],
  ];
}

/** The overall state of a deployment and the reason in one sentence. */
export function stateOf(row: FleetRow): { state: FleetState; words: string } {
  const { status, live, registryProblem } = row;
  const empty = { state: 'empty', words: 'Nothing was shipped to the registry yet.' } as const;
  // Where nothing was shipped, nothing has to answer.
  if (status?.state === 'empty' && live.running === null) return empty;
  const broken = [
    ['The page', live.page],
    ['The API', live.api],
    ['The database', live.database],
  ].find(([, finding]) => (finding as Finding).state === 'bad') as [string, Finding] | undefined;
  if (broken) return { state: 'down', words: `${broken[0]}: ${broken[1].words}.` };
  if (status?.state === 'empty') return empty;
  if (!status) return { state: 'unknown', words: registryProblem ?? 'The registry was not read.' };
  const { requested } = status;
  if (status.state === 'interrupted' || status.state === 'moved')
    return { state: 'unsettled', words: status.advice ?? 'The last release is not finished.' };
  if (requested && live.running && !runs({ url: live.url, ...live.running }, requested))
    return { state: 'version', words: `It runs ${live.running.version}; ${requested.version} was requested.` };
  if (live.bytes.state === 'bad') return { state: 'bytes', words: `${live.bytes.words}.` };
  if (requested && live.api.version !== null && live.api.version !== requested.version)
    return { state: 'version', words: `The API runs ${live.api.version}; ${requested.version} was requested.` };
  const concerns = checksOf(row).filter(([, { state }]) => state === 'warning' || state === 'bad');
  const [first] = concerns;
  if (first) {
    const more = concerns.length > 1 ? `, and ${concerns.length - 1} more` : '';
    return { state: 'attention', words: `${first[0]}: ${first[1].words}${more}.` };
  }
  if (live.bytes.state === 'unknown') return { state: 'unknown', words: `Bytes: ${live.bytes.words}.` };
  return { state: 'good', words: `${live.bytes.words}.` };
}

/**
 * The mark of a deployment as SVG: its icon on its colour. The colour is part of the picture, because the page's policy allows no styles
 * of single rows.
 */
export function markOf({ icon, ground }: Pick<FleetRow, 'icon' | 'ground'>): string | null {
  if (icon === null) return null;
  const href = `data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><rect width="44" height="44" fill="${ground}"/><image x="6" y="6" width="32" height="32" href="${href}"/></svg>`;
}

/** The digest of a part that `current` points to, shortened. */
export function shortDigest({ status }: FleetRow, part: PartName): string | null {
  return status?.registry[part]?.digest.slice(7, 19) ?? null;
}
