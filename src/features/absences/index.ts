import { defineFeature } from '#crud/defineFeature.ts';
import { paths } from '#paths.ts';
import { add } from './add.ts';

export const feature = defineFeature('absences', {
  id: 'feature:absences',
  namespaces: ['reservations', 'users', 'languages'],
  add,
  list: async () => (await import('./AbsencesList.tsx')).AbsencesList,
  create: async () => (await import('./AbsenceCreate.tsx')).AbsenceCreate,
  more: [
    // It is changed in a dialog, so it has no page with a form.
    { path: paths.absences.record.pattern, page: async () => (await import('./AbsenceDetail.tsx')).AbsenceDetail },
    {
      path: paths.userAbsences.pattern,
      page: async () => (await import('./PersonAbsences.tsx')).PersonAbsences,
      permission: (verdicts) => verdicts.users,
    },
  ],
});
