import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import type { Contact } from '../../../contract/contacts.ts';
import { contacts } from '#api/contacts.ts';
import { type Column, List } from '#crud/List.tsx';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';

const columns = [
  { key: 'name', label: 'contacts:name', sortBy: 'name', cell: ({ name }) => name },
  {
    key: 'phoneNumber',
    label: 'contacts:phoneNumber',
    sortBy: 'phoneNumber',
    // A number is read from left to right in every script.
    cell: ({ phoneNumber }) => <bdi dir="ltr">{phoneNumber}</bdi>,
  },
] satisfies Column<Contact>[];

/** The numbers that everybody needs: `/dashboard/contacts`. */
export function ContactsList() {
  const { t } = useTranslation('contacts');
  const mayWrite = useAtomValue(userAtom)?.verdicts.collections.contacts === 'write';
  useDocumentTitle(t('title'));
  const add = mayWrite && (
    <ButtonLink to={paths.contactCreate.href()} variant="primary">
      {t('add')}
    </ButtonLink>
  );
  return (
    <Stack>
      <PageHead title={t('title')} action={add} />
      <List
        label={t('title')}
        read={contacts.list}
        columns={columns}
        defaultOrdering="name"
        href={({ id }) => paths.contact.href({ id })}
        nameOf={({ name }) => name}
        bulkDelete={mayWrite ? contacts : undefined}
        empty={{ title: t('empty'), text: t('emptyText'), action: add }}
      />
    </Stack>
  );
}
