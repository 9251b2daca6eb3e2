import type { Overview, OverviewDay } from '../../contract/overview.ts';
import { query } from './query.ts';

/** The figures of the overview. */
export const overview = query<Overview>('overview/');

/** Today by half hours, and what is unfilled. */
export const overviewDay = query<OverviewDay>('overview/day/');
