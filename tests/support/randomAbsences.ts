import type { Absence, AbsencePreview } from '../../contract/absences.ts';
import type { BookingDecision } from '../../contract/bookingDecisions.ts';
import { addDays } from '../../server/schedule/wallTime.ts';
import { type Answer, decide, type Game, type Move } from './randomDecisions.ts';
import { nightHours } from './randomShifts.ts';

/** Random acts of interpreters and planners on absences, each with its share. */
export function absenceMoves(game: Game, days: readonly string[]): Move[] {
  const { any, planners, interpreters, succeeds } = game;
  const time = () => {
    const from = any(['08', '10', '12']);
    const hours = any([{}, { time_from: `${from}:00`, time_to: `${Number(from) + 4}:00` }]);
    const day = any(days);
    const night = { date_from: day, date_to: addDays(day, 1), ...nightHours };
    return any([{ date_from: day, date_to: day, ...hours }, { date_from: day, date_to: day, ...hours }, night]);
  };
  const absenceIn = async (state: string): Promise<Absence | undefined> => {
    const { results } = (await any(planners).get(`/absences/?state[]=${state}&page_size=100`)).json();
    return results.length > 0 ? any<Absence>(results) : undefined;
  };
  const decideOn = async (act: string, draft: object, send: (decisions: BookingDecision[]) => Promise<Answer>) => {
    const answer = await any(planners).post('/absences/preview/', draft);
    const { bookings = [] } = answer.json<Partial<AbsencePreview>>();
    await decide(game, act, bookings, send);
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
    await decideOn('enter', draft, (decisions) =>
      any(planners).post('/absences/', { ...draft, kind: 'training', decisions }),
    );
  };
  const settle = async () => {
    const reported = await absenceIn('reported');
    if (!reported) return;
    await decideOn('settle', { absence: reported.id }, (decisions) =>
      any(planners).post(`/absences/${reported.id}/decide/`, { decisions }),
    );
  };
  const grant = async () => {
    const requested = await absenceIn('requested');
    if (!requested) return;
    await decideOn('grant', { absence: requested.id }, (decisions) =>
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
    [8, takeBack],
  ];
}
