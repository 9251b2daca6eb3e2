import { UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../contract/users.ts';
import { users } from '#api/users.ts';
import { useBulkAct } from '#crud/useBulkAct.tsx';
import { PeopleActionDialog } from '#domain/coverage/PeopleActionDialog.tsx';
import { fullName } from '#domain/personName.ts';
import { Button } from '#ui/Button.tsx';
import type { Chosen } from '#ui/list/useChosen.ts';
import { useAct } from '#ui/useAct.ts';
import { RejectionReason } from './RejectionReason.tsx';
import { resource } from './resource.ts';

type BulkApprovalProps = { chosen: Chosen<User>; onChosen: (chosen: Chosen<User>) => void };

/** Approves or rejects the selected people; rejects them after a question, with one reason for all. */
export function BulkApproval({ chosen, onChosen }: BulkApprovalProps) {
  const { t } = useTranslation('users');
  const [isAsking, setAsking] = useState(false);
  const { settle, results } = useBulkAct({ resource, chosen, onChosen });
  const ids = [...chosen.keys()];
  const people = [...chosen.values()];
  const [first] = people;
  const emails = people.map(({ email }) => email);

  const { run: approve, isRunning: isApproving } = useAct(async () =>
    settle(await users.approveAll(ids), {
      done: t('approval.approved'),
      allDone: (number) => t('approvedMany', { number }),
      someFailed: t('notAllApproved'),
    }),
  );
  return (
    <>
      <Button size="small" variant="primary" isPending={isApproving} onPress={() => void approve()}>
        {t('approve')}
      </Button>
      <Button size="small" variant="destructive" icon={<UserX aria-hidden />} onPress={() => setAsking(true)}>
        {t('reject')}
      </Button>
      <PeopleActionDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={
          first && people.length === 1
            ? t('rejectTitle', { name: fullName(first) })
            : t('rejectMany', { number: ids.length })
        }
        confirm={t('reject')}
        query={{ act: 'reject', id: ids }}
        initialValues={{ reason: '' }}
        send={async (values, reservations) =>
          settle(await users.rejectAll({ ids, reason: values.reason.trim() || undefined, reservations }), {
            done: t('approval.rejected'),
            allDone: (number) => t('rejectedMany', { number }),
            someFailed: t('notAllRejected'),
          })
        }
      >
        <p>{t('rejectText')}</p>
        {emails.length > 1 && <p>{emails.slice(0, 10).join(', ') + (emails.length > 10 ? ' …' : '')}</p>}
        <RejectionReason />
      </PeopleActionDialog>
      {results}
    </>
  );
}
