import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { type FeedCoverage, feedCoverages, feedDays } from '../../../contract/calendarFeedLimits.ts';
import type { CreatedCalendarFeed } from '../../../contract/calendarFeeds.ts';
import { calendarFeeds, createCalendarFeed } from '#api/calendarFeeds.ts';
import { useInvalidate } from '#api/query.ts';
import { useDepartmentChoices } from '#domain/useDepartmentChoices.ts';
import { userAtom } from '#session/session.ts';
import { required } from '#ui/form/checks.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { FormNameField } from '#ui/form/FormNameField.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormWhen } from '#ui/form/FormWhen.tsx';
import { Muted } from '#ui/Muted.ts';

type Values = { name: string; covers: FeedCoverage | null; department: string | null };

type NewFeedDialogProps = {
  onClose: () => void;
  /** Receives the feed with its address, also if the dialog was closed meanwhile. */
  onCreated: (created: CreatedCalendarFeed) => void;
};

/** Adds a feed. */
export function NewFeedDialog({ onClose, onCreated }: NewFeedDialogProps) {
  const { t } = useTranslation('calendarFeeds');
  const invalidate = useInvalidate();
  const departments = useDepartmentChoices();
  const isInterpreter = useAtomValue(userAtom)?.role === 'interpreter';
  // Staff have no shifts of their own, and interpreters see nobody else's.
  const offered = feedCoverages.filter((covers) =>
    covers === 'own' ? isInterpreter : !isInterpreter && (covers === 'all' || departments.length > 0),
  );
  const choices = offered.map((covers) => ({ value: covers, label: t(`covers.${covers}`) }));

  const create = async ({ name, covers, department }: Values) => {
    const wanted = covers ?? (isInterpreter ? 'own' : 'all');
    const created = await createCalendarFeed({
      name,
      covers: wanted,
      department: wanted === 'department' ? department : undefined,
    });
    onClose();
    onCreated(created);
    await invalidate(calendarFeeds[0]);
  };
  return (
    <FormDialog<Values>
      title={t('add')}
      onClose={onClose}
      initialValues={{ name: '', covers: isInterpreter ? 'own' : 'all', department: null }}
      onSubmit={create}
      submit={t('create')}
    >
      <FormNameField label={t('name')} description={t('nameText')} />
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
    </FormDialog>
  );
}
