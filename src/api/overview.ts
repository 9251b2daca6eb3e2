import type { Overview } from '../../contract/overview.ts';
import { query } from './query.ts';

/** The four figures of the overview. */
export const overview = query<Overview>('overview/');
