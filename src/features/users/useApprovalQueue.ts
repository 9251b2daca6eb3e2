import type { User } from '../../../contract/users.ts';
import { useQuery } from '#api/query.ts';
import { useSearchParams } from '#lib/router.ts';
import { approvalQueue, paths, waitingUserHref } from '#paths.ts';
import { waitingUsers } from './waiting.ts';

/** Where a person stands in the queue of those who wait for approval; `place` counts from 1, and is 0 if they do not wait. */
export type ApprovalQueue = {
  place: number;
  count: number;
  previous: string | null;
  next: string | null;
  /** Where to go once the person is approved or rejected: the next one who waits, otherwise the queue. */
  after: string;
};

/** The queue of a person's page, if it was opened from there; null while it loads. */
export function useApprovalQueue({ id }: Pick<User, 'id'>): ApprovalQueue | null {
  const [address] = useSearchParams();
  const isOpen = address.get(approvalQueue.name) === approvalQueue.value;
  const { data } = useQuery(isOpen ? waitingUsers : null);
  if (!isOpen || !data) return null;
  const ids = data.results.map((user) => user.id);
  const at = ids.indexOf(id);
  const hrefOf = (other: string | undefined) => (other === undefined ? null : waitingUserHref(other));
  return {
    place: at + 1,
    count: data.count,
    previous: at < 1 ? null : hrefOf(ids[at - 1]),
    next: hrefOf(ids[at + 1]),
    after: hrefOf(ids[at + 1] ?? ids.find((waiting) => waiting !== id)) ?? paths.userApprovals.href(),
  };
}
