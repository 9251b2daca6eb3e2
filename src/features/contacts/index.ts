import { Contact } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';
import { mayRead, mayWrite } from '#session/permission.ts';
import { add } from './add.ts';

export const feature: Feature = {
  id: 'feature:contacts',
  namespaces: ['contacts', 'crud'],
  nav: { label: 'contacts:title', to: paths.contacts.href(), icon: Contact, key: 'c' },
  add,
  finds: { contacts: ({ id }) => paths.contact.href({ id }) },
  routes: [
    { path: paths.contacts.pattern, page: async () => (await import('./ContactsList.tsx')).ContactsList },
    {
      path: paths.contactCreate.pattern,
      page: async () => (await import('./ContactsCreate.tsx')).ContactsCreate,
      permission: mayWrite('contacts'),
    },
    { path: paths.contact.pattern, page: async () => (await import('./ContactsDetail.tsx')).ContactsDetail },
  ],
  permission: mayRead('contacts'),
};
