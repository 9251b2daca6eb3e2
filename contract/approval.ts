/** Where a person's request to use the service stands (specification §3; transitions: Q24). */
export const approvalStatuses = ['pending', 'approved', 'rejected'] as const;
/** Where a person's request to use the service stands. */
export type ApprovalStatus = (typeof approvalStatuses)[number];
