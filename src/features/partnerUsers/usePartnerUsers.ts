import { useMemo } from 'react';
import type { NewPartnerUser } from '../../../contract/partners.ts';
import type { User } from '../../../contract/users.ts';
import { partnerUsersOf } from '#api/partners.ts';
import type { Resource } from '#crud/resource.ts';
import { DeletePeople } from '#domain/coverage/DeletePeople.tsx';
import { touchedByPeople } from '#domain/coverage/usePeopleChanged.ts';
import { personName } from '#domain/personName.ts';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';

/** The form values of a partner's user. Null becomes an empty text. */
type PartnerUserValues = { first_name: string; last_name: string; email: string; phone: string };

/** The users of the partner in the address. Their pages are among all users. */
export function usePartnerUsers(): Resource<User, NewPartnerUser, PartnerUserValues> {
  const { partner = '' } = useParams();
  return useMemo(() => {
    const listHref = paths.partnerUsers.href({ partner });
    return {
      collection: partnerUsersOf(partner),
      title: 'partnerUsers:title',
      empty: 'partnerUsers:empty',
      emptyText: 'partnerUsers:emptyText',
      nameOf: personName,
      rowNameOf: ({ email }) => email,
      listHref,
      href: ({ id }) => paths.users.record.href({ id }),
      addedHref: () => listHref,
      add: { label: 'partnerUsers:add', href: paths.partnerUserCreate.href({ partner }), kind: 'users' },
      DeleteDialog: DeletePeople,
      touches: touchedByPeople,
      emptyValues: { first_name: '', last_name: '', email: '', phone: '' },
      valuesOf: ({ first_name, last_name, email, phone }) => ({ first_name, last_name, email, phone: phone ?? '' }),
      toBody: ({ first_name, last_name, email, phone }) => ({
        first_name: first_name.trim(),
        last_name: last_name.trim(),
        email: email.trim(),
        phone: phone.trim() || null,
        role: 'partner',
      }),
    };
  }, [partner]);
}
