import type { Overview, OverviewDay } from '../../contract/overview.ts';
import { query } from './query.ts';

/** The figures of the overview. */
export const overview = query<Overview>('overview/');

/** Today by half hours, and the shifts that nobody has taken. */
export const overviewDay = query<OverviewDay>('overview/day/');
