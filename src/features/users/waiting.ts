import { pageSize } from '../../../contract/bounds.ts';
import { users } from '#api/users.ts';

const waiting = { approval_status: ['pending'] };

/** The number of people who wait for approval. */
export const waitingCount = users.list({ ...waiting, page_size: 1 });

/** The people who wait for approval, the longest first. */
export const waitingUsers = users.list({ ...waiting, ordering: 'created', page_size: pageSize.max });

/** The calls of the users, with lists of those who wait for approval only. */
export const waitingCollection = { ...users, list: (params = {}) => users.list({ ...params, ...waiting }) };
