import { useTranslation } from 'react-i18next';
import type { User } from '../../../contract/users.ts';
import { List } from '#crud/List.tsx';
import type { Listed } from '#crud/resource.ts';
import { paths, waitingUserHref } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';
import { BulkApproval } from './BulkApproval.tsx';
import { columns } from './columns.tsx';
import { resource } from './resource.ts';
import { waitingCollection } from './waiting.ts';

const { add, ...all } = resource;
const waiting: Listed<User> = {
  ...all,
  screen: 'approvals',
  collection: waitingCollection,
  title: 'users:waitingTitle',
  empty: 'users:noneWaits',
  emptyText: 'users:noneWaitsText',
  href: ({ id }) => waitingUserHref(id),
  kind: add.kind,
};

/** The people who wait for approval, the longest first: `/dashboard/users/approvals`. */
export function UserApprovals() {
  const { t } = useTranslation('users');
  const title = t('waitingTitle');
  useDocumentTitle(title);
  return (
    <Stack>
      <PageHead
        title={title}
        description={t('waitingText')}
        crumbs={[{ label: t('title'), href: paths.users.list.href() }]}
      />
      <List
        resource={waiting}
        columns={columns}
        defaultOrdering="created"
        renderBulkActs={(selected) => <BulkApproval {...selected} />}
      />
    </Stack>
  );
}
