import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import type { Video } from '../../../contract/videos.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { UploadField } from '#domain/UploadField.tsx';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name } from '#ui/form/recordChecks.ts';
import { Reading } from '#ui/form/reading.ts';
import { useFormValue } from '#ui/form/useFormValue.ts';
import { useVideoCategories } from './useVideoCategories.ts';
import { fileOfVideo, linkOfVideo, type Source } from './videoForm.ts';

/** The fields of a video (Q12). Fields of the other source are hidden, but keep their values. */
export function VideoFields({ item, isNew }: FieldsProps<Video>) {
  const { t } = useTranslation('videos');
  const categories = useVideoCategories();
  const source = useFormValue<Source>('source');
  const isReading = use(Reading) !== null;
  const common = { autoComplete: 'off' } as const;
  const fields: Record<Source, ReactNode> = {
    file: <UploadField name="file" label={t('file')} purpose="video" kept={item?.file} validate={fileOfVideo} />,
    link: <FormTextField {...common} name="url" type="url" label={t('link')} validate={linkOfVideo} />,
  };
  const fieldOf = (each: Source) => (
    <div key={each} hidden={source !== each}>
      {fields[each]}
    </div>
  );
  return (
    <>
      <FieldGroup title={t('one')}>
        <FormTextField {...common} name="title" label={t('name')} validate={name} autoFocus={isNew} />
        <FormSelect
          name="category"
          label={t('category')}
          choices={[{ value: '', label: t('noCategory') }, ...categories]}
        />
      </FieldGroup>
      <FieldGroup title={t('source')} isWide>
        <FormRadioGroup<Source>
          name="source"
          label={t('source')}
          isLabelHidden
          choices={[
            { value: 'file', label: t('file') },
            { value: 'link', label: t('link') },
          ]}
        />
        {isReading ? fields[source] : [fieldOf('file'), fieldOf('link')]}
      </FieldGroup>
    </>
  );
}
