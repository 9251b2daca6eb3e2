import { Contact } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { pagesOf } from '#crud/pagesOf.ts';

export const feature = defineFeature('contacts', {
  id: 'feature:contacts',
  nav: { group: 'people', label: 'contacts:title', icon: Contact, key: 'c' },
  add: pagesOf('contacts').add,
  list: async () => (await import('./ContactsList.tsx')).ContactsList,
  form: async () => ({
    resource: (await import('./resource.ts')).resource,
    Fields: (await import('./ContactFields.tsx')).ContactFields,
  }),
});
