import type { AuditEntry } from '../../contract/audit.ts';
import type { Page } from './collection.ts';
import type { Params } from './http.ts';
import { query } from './query.ts';

/** `audit/`: the audit log, read only. */
export const auditTrail = { path: 'audit/', list: (params?: Params) => query<Page<AuditEntry>>('audit/', params) };
