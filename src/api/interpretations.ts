import type {
  Interpretation,
  InterpretationChanges,
  InterpretationDetail,
} from '../../contract/interpretationRecords.ts';
import { collection, type Page } from './collection.ts';
import type { Params } from './http.ts';
import { query } from './query.ts';

/** `interpretations/`: one of them with its recordings and feedback. None is created or deleted here. */
export const interpretations = collection<InterpretationDetail, InterpretationChanges, InterpretationChanges>(
  'interpretations/',
);

/** `interpretations/`: a page of the list, with fewer fields per record. */
export const interpretationList = (params?: Params) => query<Page<Interpretation>>(interpretations.path, params);

/** The number of requests that wait for an answer, and some of them: those that have waited longest. */
export const waitingRequests = ({ page_size = 1, ...params }: Params) =>
  interpretationList({ ...params, outcome: ['waiting'], ordering: 'created', page_size });

/** How many waiting requests are looked through for emergencies: the most that a page of the list may have. */
export const alertedRequests = 100;
