import type { Versions } from '../../contract/versions.ts';
import { query } from './query.ts';

/** The latest version per platform. */
export const versions = query<Versions>('versions/');
