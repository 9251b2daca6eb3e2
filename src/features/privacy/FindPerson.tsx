import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { privacy } from '#api/privacy.ts';
import { useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Link } from '#ui/Link.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Row } from '#ui/Row.ts';
import { ListRow, RowDetail, Rows } from '#ui/Rows.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { TextField } from '#ui/TextField.tsx';

/** Finds a person by name or e-mail address, also one whose account was deleted. */
export function FindPerson() {
  const { t } = useTranslation('privacy');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  return (
    <Panel title={t('find')}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setSearch(typed.trim());
        }}
      >
        <Stack $gap={3}>
          <TextField
            type="search"
            label={t('findLabel')}
            description={t('findHint')}
            value={typed}
            onChange={setTyped}
            maxLength={200}
          />
          <Row>
            <Button type="submit" icon={<Search aria-hidden />}>
              {t('findButton')}
            </Button>
          </Row>
        </Stack>
      </form>
      {search && <Found key={search} search={search} />}
    </Panel>
  );
}

function Found({ search }: { search: string }) {
  const { t } = useTranslation(['privacy', 'users']);
  const { dates } = useFormats();
  const { data, error, isValidating, retry } = useQuery(privacy.people(search));
  if (!data && error !== undefined)
    return <FailedState title={t('findFailed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />;
  if (!data) return <Skeleton height="64px" />;
  if (data.results.length === 0)
    return (
      <Muted as="p" role="status">
        {t('noneFound')}
      </Muted>
    );
  return (
    <Rows aria-label={t('find')}>
      {data.results.map(({ id, name, email, role, deleted }) => (
        <ListRow key={id}>
          <div>
            <Link to={(deleted ? paths.privacy.record : paths.userPrivacy).href({ id })}>{name}</Link>
            <RowDetail>
              {[
                email,
                role && t(`users:roles.${role}`),
                deleted && t('accountDeleted', { when: dates.dateTime(deleted) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </RowDetail>
          </div>
        </ListRow>
      ))}
    </Rows>
  );
}
