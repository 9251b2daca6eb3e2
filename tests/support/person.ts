import type { User } from '../../contract/users.ts';

/** A user as staff read them: a pending interpreter. */
export const mari: User = {
  id: '00000000000000000000000a',
  etag: '"1"',
  email: 'mari@example.org',
  first_name: 'Mari',
  last_name: 'Tamm',
  role: 'interpreter',
  approval_status: 'pending',
  department: null,
  department_name: null,
  partner: null,
  partner_name: null,
  personal_number_last4: null,
  phone: null,
  social_registered: true,
  language: null,
  languages: [],
  suspension: null,
  created: '2024-04-30T10:00:00Z',
  can: {
    update: true,
    change_role: true,
    change_email: true,
    delete: true,
    suspend: true,
    unsuspend: false,
    approve: true,
    reject: true,
    request_password_reset: true,
  },
};
