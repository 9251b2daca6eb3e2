import type { Figures } from '../../../contract/figures.ts';
import type { Flags } from '../../../contract/flags.ts';
import { type Channel, locationTypes, sessionModes } from '../../../contract/interpretations.ts';
import { offeredBy } from '../../../contract/offered.ts';
import { paths } from '#paths.ts';

/** The filters of the reports, which narrow a figure. */
type Narrowing = Partial<
  Record<
    | 'session_channel'
    | 'session_type'
    | 'session_mode'
    | 'partner'
    | 'partner_category'
    | 'department'
    | 'interpreter'
    | 'user',
    readonly string[]
  >
>;

/** The filters of the lists that select the requests counted by a figure. */
const narrowed: Record<keyof Figures, Record<string, string>> = {
  requests: {},
  answered: { outcome: 'answered' },
  abandoned: { outcome: 'abandoned' },
  waiting: { outcome: 'waiting' },
  unknown: { outcome: 'unknown' },
  average_waiting: { outcome: 'answered' },
  service_level: { outcome: 'answered,abandoned' },
  average_duration: { outcome: 'answered', ended: 'true' },
  total_duration: { outcome: 'answered', ended: 'true' },
  average_feedback: { rated: 'true' },
  feedback_count: { rated: 'true' },
};

/** Links to the requests that a figure counts: one list per channel, with the same days and filters. */
export function listsBehind(
  key: keyof Figures,
  { range, chosen }: { range: { from: string; to: string }; chosen: Narrowing },
  flags: Flags,
): { channel: Channel; href: string }[] {
  const { session_channel = [], session_mode = [] } = chosen;
  const among = (names: readonly string[]) => session_mode.filter((name) => names.includes(name)).join(',');
  const places = among(locationTypes);
  const channels = offeredBy(flags).channels.filter(
    (channel) => session_channel.length === 0 || session_channel.includes(channel),
  );
  return channels.flatMap((channel) => {
    // Online interpretations are always remote, and their list has no filter by place.
    if (channel === 'online' && places === 'site') return [];
    const parameters = {
      from_day: range.from,
      to_day: range.to,
      session_mode: among(sessionModes),
      location_type: channel === 'live' ? places : '',
      service_kind: chosen.session_type?.join(','),
      partner: chosen.partner?.join(','),
      partner_category: chosen.partner_category?.join(','),
      department: chosen.department?.join(','),
      interpreter: chosen.interpreter?.join(','),
      customer: chosen.user?.join(','),
      ...narrowed[key],
    };
    const query = new URLSearchParams(
      Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    );
    return [{ channel, href: `${(channel === 'online' ? paths.online : paths.offline).href()}?${query}` }];
  });
}
