import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { bounds } from '../../../contract/bounds.ts';
import { type FeedCoverage, feedCoverages, feedDays } from '../../../contract/calendarFeedLimits.ts';
import type { CreatedCalendarFeed } from '../../../contract/calendarFeeds.ts';
import { calendarFeeds, createCalendarFeed } from '#api/calendarFeeds.ts';
import { useInvalidate } from '#api/query.ts';
import { CopiedText } from '#domain/CopiedText.tsx';
import { useDepartmentChoices } from '#domain/useDepartmentChoices.ts';
import { userAtom } from '#session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { required } from '#ui/form/checks.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.ts';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { FormWhen } from '#ui/form/FormWhen.tsx';
import { name as checkName } from '#ui/form/recordChecks.ts';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { Muted } from '#ui/Muted.ts';
import { Stack } from '#ui/Stack.ts';
import { radius } from '#ui/theme.ts';

type Values = { name: string; covers: FeedCoverage | null; department: string | null };

/** Adds a feed, and shows its address the only time. */
export function NewFeedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['calendarFeeds', 'crud']);
  const invalidate = useInvalidate();
  const departments = useDepartmentChoices();
  const isInterpreter = useAtomValue(userAtom)?.role === 'interpreter';
  const [created, setCreated] = useState<CreatedCalendarFeed | null>(null);
  // Staff have no shifts of their own, and interpreters see nobody else's.
  const offered = feedCoverages.filter((covers) =>
    covers === 'own' ? isInterpreter : !isInterpreter && (covers === 'all' || departments.length > 0),
  );
  const choices = offered.map((covers) => ({ value: covers, label: t(`covers.${covers}`) }));

  const create = async ({ name, covers, department }: Values) => {
    const wanted = covers ?? (isInterpreter ? 'own' : 'all');
    const isDepartment = wanted === 'department';
    setCreated(await createCalendarFeed({ name, covers: wanted, ...(isDepartment ? { department } : {}) }));
    await invalidate(calendarFeeds[0]);
  };
  if (created)
    return (
      <Dialog
        role="alertdialog"
        isOpen
        onClose={onClose}
        title={t('newTitle')}
        actions={
          <Button variant="primary" onPress={onClose}>
            {t('kept')}
          </Button>
        }
      >
        <Stack $gap={4}>
          <p>{t('newText')}</p>
          <CopiedText text={created.address} />
          <Picture src={`data:image/svg+xml,${encodeURIComponent(created.qr)}`} alt={t('qr')} />
        </Stack>
      </Dialog>
    );
  return (
    <Dialog isOpen onClose={onClose} title={t('add')}>
      <Form<Values>
        initialValues={{ name: '', covers: isInterpreter ? 'own' : 'all', department: null }}
        onSubmit={create}
        hasSummary={false}
      >
        <FormTextField
          name="name"
          label={t('name')}
          description={t('nameText')}
          validate={checkName}
          maxLength={bounds.name.max}
          autoComplete="off"
          autoFocus
        />
        {choices.length > 1 && <FormSelect name="covers" label={t('content')} choices={choices} />}
        <FormWhen name="covers" is="department">
          <FormSelect
            name="department"
            label={t('department')}
            choices={departments}
            validate={(value) => required(value ?? '')}
          />
        </FormWhen>
        <Muted as="p">{t('days', isInterpreter ? feedDays.own : feedDays.all)}</Muted>
        <FormActs>
          <Button onPress={onClose}>{t('crud:cancel')}</Button>
          <SubmitButton>{t('create')}</SubmitButton>
        </FormActs>
      </Form>
    </Dialog>
  );
}

/** White in every palette: cameras need dark on light. */
const Picture = styled.img`
  inline-size: 200px;
  block-size: 200px;
  border-radius: ${radius.small};
`;
