import { CircleAlert, FileText, Film, ImageIcon, Upload as UploadIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { ProgressBar } from 'react-aria-components/ProgressBar';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '../Button.tsx';
import { errorStyle, fieldStyle, hintStyle, labelStyle } from '../Field.tsx';
import { colourTransition, font, media, radius, space, visuallyHidden } from '../theme.ts';
import { colour } from '../tokens.ts';
import { type Send, type Upload, useUpload } from './useUpload.ts';

/** The value of a field whose file is still on its way; anything else is the file's id, or '' for none. */
export const uploading = 'uploading';

/** A file as a field shows it; `url` is absolute, and null while it is not known. */
export type ShownFile = { id: string; name: string; size: number; media_type: string; url: string | null };

export type FileFieldProps = {
  label: string;
  /** The id of the file, '' without one, `uploading` meanwhile. */
  value: string;
  onChange: (value: string) => void;
  name?: string;
  errorMessage?: string;
  /** What is taken: kinds, and how large in bytes. */
  rules: { types: readonly string[]; maxBytes: number };
  /** The file that the record has. */
  kept: ShownFile | null;
  send: Send<ShownFile>;
  /** Finds a file again that was uploaded before, by its id; null where it is gone. */
  recall: (id: string) => Promise<ShownFile | null>;
  /** Whether sending the same file again may help. */
  mayRetry: (failure: unknown) => boolean;
  /** The shape of a picture's preview. */
  shape?: 'square' | 'wide';
  isReadOnly?: boolean;
};

/**
 * One file: chosen or dropped, sent at once, shown, replaced, removed. A failed upload leaves the file that was there before, and
 * the chosen one to be tried again.
 */
export function FileField({
  label,
  value,
  onChange,
  name,
  errorMessage,
  rules,
  kept,
  send,
  recall,
  mayRetry,
  shape = 'square',
  isReadOnly = false,
}: FileFieldProps) {
  const { t } = useTranslation('files');
  const tell = useErrorMessage();
  const { numbers } = useFormats();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const before = useRef('');
  const [own, setOwn] = useState<ShownFile | null>(null);
  const [isTarget, setTarget] = useState(false);
  const { upload, start, cancel } = useUpload(send, (file) => {
    setOwn(file);
    onChange(file.id);
  });
  const file = [own, kept].find((known) => known?.id === value) ?? null;
  const isSending = upload !== null && upload.failure === null;

  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  const stopped = value === uploading && !isSending;
  useEffect(() => {
    // Stopped, or a draft of a form that was left while its file was on its way.
    if (stopped) change.current(before.current);
  }, [stopped]);
  const isUnknown = value !== '' && value !== uploading && !file;
  useEffect(() => {
    if (!isUnknown) return undefined;
    // The record may tell of its own file while this one is asked for: then the answer is no news.
    let isNews = true;
    recall(value).then(
      (found) => isNews && (found ? setOwn(found) : change.current('')),
      // Not known is not gone: the record takes it, or says why not.
      () => undefined,
    );
    return () => {
      isNews = false;
    };
  }, [isUnknown, value, recall]);
  const phase = upload ? (isSending ? 'sending' : 'failed') : value;
  const phaseBefore = useRef(phase);
  useEffect(() => {
    // The button that was pressed is gone with what it stood for.
    if (phaseBefore.current !== phase && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>('[data-acts] button')?.focus();
    phaseBefore.current = phase;
  }, [phase]);

  const take = (chosen: File | undefined) => {
    if (!chosen || isReadOnly) return;
    if (value !== uploading) before.current = value;
    onChange(uploading);
    void start(chosen);
  };
  const shown = upload ? upload.file : file;
  const problem = upload && !isSending ? tell(upload.failure) : errorMessage;
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
    >
      <Name id={`${id}-label`}>{label}</Name>
      <Zone
        data-target={isTarget || undefined}
        data-readonly={isReadOnly || undefined}
        onDragOver={(event) => {
          if (isReadOnly || !event.dataTransfer.types.includes('Files')) return;
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
          take(event.dataTransfer.files[0]);
        }}
      >
        {shown && <Preview shape={shape} file={file} upload={upload} />}
        <Words>
          {shown ? (
            <>
              <FileName>{shown.name}</FileName>
              {isSending ? (
                <Sent label={t('sending', { name: shown.name })} share={upload.share} />
              ) : (
                <Muted>{numbers.fileSize(shown.size)}</Muted>
              )}
            </>
          ) : (
            <Muted>{isReadOnly ? '–' : t('drop')}</Muted>
          )}
        </Words>
        {!isReadOnly && (
          <Acts data-acts>
            {isSending ? (
              <Button size="small" onPress={cancel}>
                {t('cancel')}
              </Button>
            ) : (
              <>
                {upload && mayRetry(upload.failure) && (
                  <Button size="small" onPress={() => take(upload.file)}>
                    {t('again')}
                  </Button>
                )}
                <FileTrigger acceptedFileTypes={rules.types} onSelect={(files) => take(files?.[0])}>
                  <Button
                    size="small"
                    name={name}
                    icon={shown ? undefined : <UploadIcon aria-hidden />}
                    aria-describedby={`${id}-label ${id}-hint ${id}-problem`}
                  >
                    {t(shown ? 'replace' : 'choose')}
                  </Button>
                </FileTrigger>
                {shown && (
                  <Button size="small" variant="quiet" onPress={() => (upload ? cancel() : onChange(''))}>
                    {t(upload ? 'dismiss' : 'remove')}
                  </Button>
                )}
              </>
            )}
          </Acts>
        )}
      </Zone>
      {!isReadOnly && <Hint id={`${id}-hint`}>{hint}</Hint>}
      <div id={`${id}-problem`} role={upload && !isSending ? 'alert' : undefined}>
        {problem && (
          <Problem>
            <CircleAlert size={14} aria-hidden />
            <span>{problem}</span>
          </Problem>
        )}
      </div>
      <Told role="status">{own && own.id === value ? t('sent', { name: own.name }) : ''}</Told>
    </Root>
  );
}

/** The picture itself, from the disk while it is on its way; a sign of what it is where it is none. */
function Preview({ file, upload, shape }: { file: ShownFile | null; upload: Upload | null; shape: 'square' | 'wide' }) {
  const type = upload?.file.type ?? file?.media_type ?? '';
  const source = upload ? upload.url : file?.url;
  let sign: ReactNode = <FileText />;
  if (type.startsWith('video/')) sign = <Film />;
  if (type.startsWith('image/')) sign = source ? <Picture src={source} alt="" /> : <ImageIcon />;
  return (
    <Frame $shape={shape} aria-hidden>
      {sign}
    </Frame>
  );
}

/** How much has left; then that the server is looking at it. */
function Sent({ label, share }: { label: string; share: number }) {
  const { t } = useTranslation('files');
  const { numbers } = useFormats();
  return (
    <ProgressBar aria-label={label} value={share * 100} isIndeterminate={share >= 1}>
      <Track>
        <Bar style={{ inlineSize: `${share * 100}%` }} />
      </Track>
      <Muted>{share < 1 ? numbers.percent(share) : t('checking')}</Muted>
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

  &[data-readonly] {
    border-style: solid;
    border-color: ${colour.border};
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

const Muted = styled.span`
  color: ${colour.textMuted};
  font-size: 0.8125rem;
  font-variant-numeric: tabular-nums;
`;

const Acts = styled.div`
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

const Told = styled.div`
  ${visuallyHidden}
`;
