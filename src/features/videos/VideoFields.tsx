import { useTranslation } from 'react-i18next';
import type { Video } from '../../../contract/videos.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { UploadField } from '#domain/UploadField.tsx';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name } from '#ui/form/recordChecks.ts';
import { useFormValue } from '#ui/form/useFormValue.ts';
import { useVideoCategories } from './useVideoCategories.ts';
import { fileOfVideo, languageOfCaptions, linkOfVideo, type Source } from './videoForm.ts';
import { useCaptionLanguages } from './useCaptionLanguages.ts';

/** The fields of a video (Q12). Fields of the other source are hidden, but keep their values. */
export function VideoFields({ item, isNew, isReadOnly }: FieldsProps<Video>) {
  const { t } = useTranslation('videos');
  const categories = useVideoCategories();
  const source = useFormValue<Source>('source');
  const captions = useFormValue<string>('captions');
  const languages = useCaptionLanguages();
  const common = { isReadOnly, autoComplete: 'off' } as const;
  return (
    <>
      <FieldGroup title={t('one')}>
        <FormTextField {...common} name="title" label={t('name')} validate={name} autoFocus={isNew} />
        <FormSelect
          name="category"
          label={t('category')}
          choices={[{ value: '', label: t('noCategory') }, ...categories]}
          isDisabled={isReadOnly}
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
          isReadOnly={isReadOnly}
        />
        <div hidden={source !== 'file'}>
          <UploadField
            name="file"
            label={t('file')}
            purpose="video"
            kept={item?.file}
            validate={fileOfVideo}
            isReadOnly={isReadOnly}
          />
        </div>
        <div hidden={source !== 'file'}>
          <UploadField
            name="captions"
            label={t('captions')}
            purpose="captions"
            kept={item?.captions}
            isReadOnly={isReadOnly}
          />
        </div>
        <div hidden={source !== 'file' || captions === ''}>
          <FormSelect
            name="captions_language"
            label={t('captionsLanguage')}
            choices={languages}
            validate={languageOfCaptions}
            isDisabled={isReadOnly}
          />
        </div>
        <div hidden={source !== 'link'}>
          <FormTextField {...common} name="url" type="url" label={t('link')} validate={linkOfVideo} />
        </div>
      </FieldGroup>
    </>
  );
}
