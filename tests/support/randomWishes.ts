import type { Preferences } from '../../contract/preferences.ts';
import type { Game } from './randomDecisions.ts';

/** Whose wishes they are. */
export type Wishing = { customer: string } | { partner: string };

/** Random acts of planners on the wishes of a customer or a partner about interpreters, each with its share. */
export function wishMoves<Booking>(
  { any, planners, interpreters, succeeds }: Game,
  wishingOf: (booking: Booking) => Wishing,
): [share: number, act: (booking: Booking) => Promise<void>][] {
  const wish = async (booking: Booking) => {
    const preference = any(['preferred', 'never'] as const);
    const body = { ...wishingOf(booking), interpreter: any(interpreters).id, preference };
    succeeds(`wish_${preference}`, await any(planners).post('/preferences/', body));
  };
  const forget = async (booking: Booking) => {
    const query = new URLSearchParams(wishingOf(booking));
    const { results } = (await any(planners).get(`/preferences/?${query}`)).json<Preferences>();
    if (results.length > 0) succeeds('forget_wish', await any(planners).remove(`/preferences/${any(results).id}/`));
  };
  return [
    [2, wish],
    [6, forget],
  ];
}
