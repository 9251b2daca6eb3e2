import { Fragment, type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import type { Video } from '../../../contract/videos.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { UploadField } from '#domain/UploadField.tsx';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormLinkField } from '#ui/form/FormLinkField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name } from '#ui/form/recordChecks.ts';
import { Reading } from '#ui/form/reading.ts';
import { useFormValue } from '#ui/form/formState.ts';
import { useVideoCategories } from './useVideoCategories.ts';
import { fileOfVideo, languageOfCaptions, linkOfVideo, type Source } from './videoForm.ts';
import { useCaptionLanguages } from './useCaptionLanguages.ts';

/** The fields of a video (Q12). Fields of the other source are hidden, but keep their values. */
export function VideoFields({ item, isNew }: FieldsProps<Video>) {
  const { t } = useTranslation('videos');
  const categories = useVideoCategories();
  const source = useFormValue<Source>('source');
  const captions = useFormValue<string>('captions');
  const languages = useCaptionLanguages();
  const isReading = use(Reading) !== null;
  const common = { autoComplete: 'off' } as const;
  const parts: { name: string; of: Source; field: ReactNode }[] = [
    {
      name: 'file',
      of: 'file',
      field: <UploadField name="file" label={t('file')} purpose="video" kept={item?.file} validate={fileOfVideo} />,
    },
    {
      name: 'captions',
      of: 'file',
      field: <UploadField name="captions" label={t('captions')} purpose="captions" kept={item?.captions} />,
    },
    {
      name: 'captions_language',
      of: 'file',
      field: captions !== '' && (
        <FormSelect
          name="captions_language"
          label={t('captionsLanguage')}
          choices={languages}
          validate={languageOfCaptions}
        />
      ),
    },
    {
      name: 'url',
      of: 'link',
      field: <FormLinkField {...common} name="url" label={t('link')} validate={linkOfVideo} />,
    },
  ];
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
        {parts.map(({ name: part, of, field }) =>
          isReading ? (
            of === source && <Fragment key={part}>{field}</Fragment>
          ) : (
            <div key={part} hidden={of !== source}>
              {field}
            </div>
          ),
        )}
      </FieldGroup>
    </>
  );
}
