import { IdCard, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { identitiesOf, unlinkIdentity } from '#api/identities.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { ListRow, RowDetail, Rows } from '#ui/Rows.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { type IdentityNamespace, kindOf } from './identityKinds.ts';

type IdentityListProps = {
  namespace: IdentityNamespace;
  /** The user; null for the signed-in person. */
  user: string | null;
  mayUnlink: boolean;
};

/** The linked identities of a person, each with a button that unlinks it. */
export function IdentityList({ namespace, user, mayUnlink }: IdentityListProps) {
  const { t } = useTranslation(namespace);
  const { dates } = useFormats();
  const invalidate = useInvalidate();
  const read = identitiesOf(kindOf[namespace], user);
  const { data, error, isValidating, retry } = useQuery(read);
  const [unlinking, setUnlinking] = useState<string | null>(null);

  const unlink = async () => {
    await unlinkIdentity(kindOf[namespace], user, unlinking ?? '');
    await invalidate(read[0]);
    setUnlinking(null);
    toast({ title: t('unlinked'), tone: 'success' });
  };
  return (
    <Card>
      {!data && error !== undefined ? (
        <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
      ) : data?.results.length === 0 ? (
        <EmptyState icon={<IdCard />} title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <Listed aria-busy={!data}>
          {data?.results.map(({ id, issuer, linked }) => (
            <ListRow key={id}>
              <div>
                <div>{issuer}</div>
                <RowDetail>{t('linked', { when: dates.dateTime(linked) })}</RowDetail>
              </div>
              {mayUnlink && (
                <Button variant="destructive" icon={<Unlink aria-hidden />} onPress={() => setUnlinking(id)}>
                  {t('unlink')}
                </Button>
              )}
            </ListRow>
          )) ?? (
            <ListRow>
              <Skeleton height="40px" />
            </ListRow>
          )}
        </Listed>
      )}
      <ConfirmDialog
        isOpen={unlinking !== null}
        onClose={() => setUnlinking(null)}
        title={t('unlinkTitle')}
        confirm={t('unlink')}
        act={unlink}
      >
        <p>{t('unlinkText')}</p>
      </ConfirmDialog>
    </Card>
  );
}

const Listed = styled(Rows)`
  padding-inline: ${space(5)};
`;
