import type { BookingDecision } from '../../contract/bookingDecisions.ts';
import type { ShiftsAffected } from '../../contract/coverage.ts';
import { post, remove } from './http.ts';

/**
 * The approved reservations that lose an interpreter by changes, or by the deletion if there are none. A backend without decisions
 * answers 404.
 */
export const readAffected = (path: string, changes?: object) =>
  post<ShiftsAffected>(`${path}affected/`, changes ? { changes } : {});

/** Deletes shifts, with decisions on their approved reservations. */
export const removeWith = (path: string, etag: string, decisions?: BookingDecision[]): Promise<void> =>
  decisions ? post<undefined>(`${path}remove/`, { decisions }, { ifMatch: etag }) : remove(path, { ifMatch: etag });
