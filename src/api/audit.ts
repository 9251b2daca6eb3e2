import type { AuditEntry } from '../../contract/audit.ts';
import type { Page } from './collection.ts';
import type { Params } from './http.ts';
import { query } from './query.ts';

/** The trail of writes, one page of it. */
export const auditTrail = (params: Params) => query<Page<AuditEntry>>('audit/', params);
