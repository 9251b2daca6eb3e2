import { CircleAlert, FileText, Film, ImageIcon, Upload as UploadIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { ProgressBar } from 'react-aria-components/ProgressBar';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '../Button.tsx';
import { errorStyle, fieldStyle, hintStyle, labelStyle } from '../Field.tsx';
import { Hidden } from '../Hidden.ts';
import { Muted } from '../Muted.ts';
import { colour, colourTransition, font, media, radius, space } from '../theme.ts';
import { useOnPaper } from '../useOnPaper.ts';
import { type Send, type Upload, useUpload } from './useUpload.ts';

/** The value of the field during an upload; otherwise it is the file's id, or '' without a file. */
export const uploading = 'uploading';

/** A file as a field shows it; `url` is absolute, and null while it is unknown. */
export type ShownFile = { id: string; name: string; size: number; media_type: string; url: string | null };

export type FileFieldProps = {
  label: string;
  /** The id of the file, '' without one, `uploading` during an upload. */
  value: string;
  onChange: (value: string) => void;
  name?: string;
  errorMessage?: string;
  /** Accepted media types, and the maximum size in bytes. */
  rules: { types: readonly string[]; maxBytes: number };
  /** The stored file of the record. */
  kept: ShownFile | null;
  send: Send<ShownFile>;
  /** Loads a file that was uploaded before, by its id; null if it no longer exists. */
  recall: (id: string) => Promise<ShownFile | null>;
  /** Whether sending the same file again may succeed. */
  mayRetry: (failure: unknown) => boolean;
  /** The shape of a picture's preview. */
  shape?: 'square' | 'wide';
  isRequired?: boolean;
};

/**
 * A field for one file: chosen or dropped, uploaded at once, shown, replaced, removed. A failed upload keeps the previous file as the
 * value, and the chosen one for another try.
 */
export function FileField({ label, name, errorMessage, rules, mayRetry, shape = 'square', ...props }: FileFieldProps) {
  const { value, onChange, isRequired = false } = props;
  const { t } = useTranslation(['files', 'ui']);
  const isOnPaper = useOnPaper();
  const describeError = useErrorMessage();
  const { numbers } = useFormats();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const { upload, isSending, file, uploadedName, take, cancel } = useFile(props);
  useKeptFocus(root, upload ? (isSending ? 'sending' : 'failed') : value);

  const shown = upload ? upload.file : file;
  const hasFailed = upload !== null && !isSending;
  const problem = hasFailed ? describeError(upload.failure) : errorMessage;
  const hint = t('rules', {
    types: rules.types.map((type) => type.replace(/^.*\//, '').toUpperCase()).join(', '),
    max: numbers.fileSize(rules.maxBytes),
  });
  return (
    <Root
      ref={root}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint ${id}-problem`}
      data-invalid={problem ? true : undefined}
      data-required={isRequired || undefined}
    >
      <Name id={`${id}-label`}>{label}</Name>
      <DropZone onDrop={take}>
        {shown && <Preview shape={shape} file={file} upload={upload} />}
        <Words>
          {shown ? (
            <>
              <FileName>{shown.name}</FileName>
              {isSending ? (
                <Progress label={t('sending', { name: shown.name })} share={upload?.share ?? 0} />
              ) : (
                <MutedNumbers $isCompact>{numbers.fileSize(shown.size)}</MutedNumbers>
              )}
            </>
          ) : (
            <Muted $isCompact>{isOnPaper ? '–' : t('drop')}</Muted>
          )}
        </Words>
        <FileButtons
          upload={upload}
          isSending={isSending}
          hasFile={shown !== null}
          types={rules.types}
          name={name}
          describedBy={`${id}-label ${id}-hint ${id}-problem`}
          mayRetry={mayRetry}
          onChoose={take}
          onCancel={cancel}
          onRemove={() => onChange('')}
        />
      </DropZone>
      <Hint id={`${id}-hint`}>
        {isRequired && <Hidden>{t('ui:required')}</Hidden>} {hint}
      </Hint>
      <div id={`${id}-problem`} role={hasFailed ? 'alert' : undefined}>
        {problem && (
          <Problem>
            <CircleAlert size={14} aria-hidden />
            <span>{problem}</span>
          </Problem>
        )}
      </div>
      <Hidden as="div" role="status">
        {uploadedName === null ? '' : t('sent', { name: uploadedName })}
      </Hidden>
    </Root>
  );
}

type FileState = Pick<FileFieldProps, 'value' | 'onChange' | 'kept' | 'send' | 'recall'>;

/** The file of the field, and its upload. `uploadedName` is set if the current file was uploaded here, or restored by a draft. */
function useFile({ value, onChange, kept, send, recall }: FileState) {
  const valueBefore = useRef('');
  const [uploaded, setUploaded] = useState<ShownFile | null>(null);
  const { upload, start, cancel } = useUpload(send, (file) => {
    setUploaded(file);
    onChange(file.id);
  });
  const file = [uploaded, kept].find((candidate) => candidate?.id === value) ?? null;
  const isSending = upload !== null && upload.failure === null;
  const change = useEffectEvent((next: string) => onChange(next));

  // The upload was cancelled or failed, or a draft was restored whose form unmounted during the upload.
  const hasStopped = value === uploading && !isSending;
  useEffect(() => {
    if (hasStopped) change(valueBefore.current);
  }, [hasStopped]);

  const isUnknown = value !== '' && value !== uploading && !file;
  useEffect(() => {
    if (!isUnknown) return undefined;
    let isCurrent = true;
    recall(value).then(
      (stored) => isCurrent && (stored ? setUploaded(stored) : change('')),
      // A failed read does not prove that the file is gone: the server decides when the record is saved.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isUnknown, value, recall]);

  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    if (value !== uploading) valueBefore.current = value;
    onChange(uploading);
    void start(chosen);
  };
  return { upload, isSending, file, uploadedName: uploaded?.id === value ? uploaded.name : null, take, cancel };
}

/** Moves the focus to the first button when a change of `phase` has removed the focused one. */
function useKeptFocus(root: RefObject<HTMLElement | null>, phase: string) {
  const phaseBefore = useRef(phase);
  useEffect(() => {
    if (phaseBefore.current !== phase && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>('[data-acts] button')?.focus();
    phaseBefore.current = phase;
  }, [root, phase]);
}

type DropZoneProps = { onDrop: (file: File | undefined) => void; children: ReactNode };

function DropZone({ onDrop, children }: DropZoneProps) {
  const [isTarget, setTarget] = useState(false);
  return (
    <Zone
      data-target={isTarget || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
          setTarget(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setTarget(false);
        onDrop(event.dataTransfer.files[0]);
      }}
    >
      {children}
    </Zone>
  );
}

type FileButtonsProps = {
  upload: Upload | null;
  isSending: boolean;
  hasFile: boolean;
  types: readonly string[];
  name: string | undefined;
  describedBy: string;
  mayRetry: (failure: unknown) => boolean;
  onChoose: (file: File | undefined) => void;
  onCancel: () => void;
  onRemove: () => void;
};

/** During an upload it can be cancelled; otherwise the file is chosen, replaced or removed, and a failed upload tried again. */
function FileButtons({ upload, isSending, hasFile, types, mayRetry, ...props }: FileButtonsProps) {
  const { name, describedBy, onChoose, onCancel, onRemove } = props;
  const { t } = useTranslation('files');
  return (
    <Buttons data-acts>
      {isSending ? (
        <Button size="small" onPress={onCancel}>
          {t('cancel')}
        </Button>
      ) : (
        <>
          {upload && mayRetry(upload.failure) && (
            <Button size="small" onPress={() => onChoose(upload.file)}>
              {t('again')}
            </Button>
          )}
          <FileTrigger acceptedFileTypes={types} onSelect={(files) => onChoose(files?.[0])}>
            <Button
              size="small"
              name={name}
              icon={hasFile ? undefined : <UploadIcon aria-hidden />}
              aria-describedby={describedBy}
            >
              {t(hasFile ? 'replace' : 'choose')}
            </Button>
          </FileTrigger>
          {hasFile && (
            <Button size="small" variant="quiet" onPress={() => (upload ? onCancel() : onRemove())}>
              {t(upload ? 'dismiss' : 'remove')}
            </Button>
          )}
        </>
      )}
    </Buttons>
  );
}

/** The picture, from the person's own disk during the upload; an icon for other kinds of files. */
function Preview({ file, upload, shape }: { file: ShownFile | null; upload: Upload | null; shape: 'square' | 'wide' }) {
  const type = upload?.file.type ?? file?.media_type ?? '';
  const source = upload ? upload.url : file?.url;
  let content: ReactNode = <FileText />;
  if (type.startsWith('video/')) content = <Film />;
  if (type.startsWith('image/')) content = source ? <Picture src={source} alt="" /> : <ImageIcon />;
  return (
    <Frame $shape={shape} aria-hidden>
      {content}
    </Frame>
  );
}

/** The share that was sent; then that the server checks the file. */
function Progress({ label, share }: { label: string; share: number }) {
  const { t } = useTranslation('files');
  const { numbers } = useFormats();
  return (
    <ProgressBar aria-label={label} value={share * 100} isIndeterminate={share >= 1}>
      <Track>
        <Bar style={{ inlineSize: `${share * 100}%` }} />
      </Track>
      <MutedNumbers $isCompact>{share < 1 ? numbers.percent(share) : t('checking')}</MutedNumbers>
    </ProgressBar>
  );
}

const Root = styled.div`
  ${fieldStyle}
`;

const Name = styled.span`
  ${labelStyle}
`;

const Zone = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  min-block-size: 64px;
  padding: ${space(3)};
  border: 1px dashed ${colour.borderControl};
  border-radius: ${radius.medium};
  ${colourTransition}

  &[data-target] {
    border-color: ${colour.accent};
    background: ${colour.accentSoft};
  }

  @media print {
    min-block-size: 0;
    padding: 0;
    border: 0;
  }

  [data-invalid] > & {
    border-color: ${colour.dangerText};
  }
`;

const Words = styled.div`
  flex: 1 1 120px;
  min-inline-size: 0;
`;

const FileName = styled.div`
  overflow-wrap: anywhere;
  font-weight: ${font.weight.medium};
`;

const MutedNumbers = styled(Muted)`
  font-variant-numeric: tabular-nums;
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

const Frame = styled.div<{ $shape: 'square' | 'wide' }>`
  display: grid;
  place-items: center;
  flex-shrink: 0;
  inline-size: ${({ $shape }) => ($shape === 'square' ? '64px' : '160px')};
  block-size: ${({ $shape }) => ($shape === 'square' ? '64px' : '90px')};
  overflow: hidden;
  border: 1px solid ${colour.border};
  border-radius: ${radius.small};
  background: ${colour.surfaceSunken};
  color: ${colour.textMuted};
`;

const Picture = styled.img`
  inline-size: 100%;
  block-size: 100%;
  object-fit: contain;
`;

const Track = styled.div`
  block-size: 6px;
  margin-block: ${space(1)};
  overflow: hidden;
  border-radius: ${radius.round};
  background: ${colour.surfaceSunken};
  box-shadow: inset 0 0 0 1px ${colour.border};
`;

const Bar = styled.div`
  block-size: 100%;
  background: ${colour.accent};

  ${media.moving} {
    transition: inline-size 200ms linear;
  }

  ${media.forcedColours} {
    background: Highlight;
  }
`;

const Hint = styled.div`
  ${hintStyle}
`;

const Problem = styled.div`
  ${errorStyle}
`;
