import type { Absence, AbsencePreview } from '../../contract/absences.ts';
import type { BookingDecision } from '../../contract/bookingDecisions.ts';
import type { Calls } from './calls.ts';

type Answer = Awaited<ReturnType<Calls['get']>>;

/** What random acts on absences use of the game that they are part of. */
type Game = {
  any: <Item>(items: readonly Item[]) => Item;
  planners: readonly Calls[];
  interpreters: readonly { id: string; calls: Calls }[];
  days: readonly string[];
  /** Counts an act. Returns whether it was done. */
  succeeds: (act: string, answer: Answer) => boolean;
  /** Sends decisions that may tell the customers of these bookings about other interpreters. Returns whether they were accepted. */
  reassign: (bookings: readonly string[], send: () => Promise<boolean>) => Promise<boolean>;
};

/** Random acts of interpreters and planners on absences, each with its share. */
export function absenceMoves({ any, planners, interpreters, days, succeeds, reassign }: Game) {
  const time = () => {
    const from = any(['08', '10', '12']);
    const hours = any([{}, { time_from: `${from}:00`, time_to: `${Number(from) + 4}:00` }]);
    const day = any(days);
    return { date_from: day, date_to: day, ...hours };
  };
  const absenceIn = async (state: string): Promise<Absence | undefined> => {
    const { results } = (await any(planners).get(`/absences/?state[]=${state}&page_size=100`)).json();
    return results.length > 0 ? any<Absence>(results) : undefined;
  };
  /** A decision of each kind on what an absence takes away. */
  const decisionsOn = async (draft: object): Promise<BookingDecision[]> => {
    const answer = await any(planners).post('/absences/preview/', draft);
    const { bookings = [] } = answer.json<Partial<AbsencePreview>>();
    return bookings.map(({ reservation, replacement }) => {
      const outcome = any(['replace', 'replace', 'short', 'keep'] as const);
      if (outcome !== 'replace') return { reservation: reservation.id, outcome };
      if (!replacement) return { reservation: reservation.id, outcome: 'short' };
      return { reservation: reservation.id, outcome, interpreter: replacement.interpreter };
    });
  };
  const decide = async (act: string, draft: object, send: (decisions: BookingDecision[]) => Promise<Answer>) => {
    const decisions = await decisionsOn(draft);
    const changed = decisions.flatMap(({ reservation, outcome }) => (outcome === 'keep' ? [] : reservation));
    await reassign(changed, async () => succeeds(act, await send(decisions)));
  };

  const report = async () => {
    const answer = await any(interpreters).calls.post('/absences/', { ...time(), kind: 'illness' });
    succeeds('report', answer);
  };
  const ask = async () => {
    const answer = await any(interpreters).calls.post('/absences/', { ...time(), kind: 'leave' });
    succeeds('ask', answer);
  };
  const enter = async () => {
    const draft = { person: any(interpreters).id, ...time() };
    await decide('enter', draft, (decisions) =>
      any(planners).post('/absences/', { ...draft, kind: 'training', decisions }),
    );
  };
  const settle = async () => {
    const reported = await absenceIn('reported');
    if (!reported) return;
    await decide('settle', { absence: reported.id }, (decisions) =>
      any(planners).post(`/absences/${reported.id}/decide/`, { decisions }),
    );
  };
  const grant = async () => {
    const requested = await absenceIn('requested');
    if (!requested) return;
    await decide('grant', { absence: requested.id }, (decisions) =>
      any(planners).post(`/absences/${requested.id}/approve/`, { decisions }),
    );
  };
  const takeBack = async () => {
    const absence = await absenceIn(any(['reported', 'requested', 'approved']));
    if (!absence) return;
    const theirs = interpreters.filter(({ id }) => id === absence.person).map(({ calls }) => calls);
    const answer = await any([...theirs, ...planners]).post(`/absences/${absence.id}/take_back/`);
    succeeds('take_back', answer);
  };
  return [
    [3, report],
    [2, ask],
    [2, enter],
    [2, settle],
    [2, grant],
    [5, takeBack],
  ] satisfies [share: number, act: () => Promise<void>][];
}
