import { FileText, Film, ImageIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { File as KeptFile } from '../../../contract/files.ts';
import { fileRules } from '../../../contract/filePurposes.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { mayRetryUpload, readUpload, uploadFile, useLinkedFile } from '#api/files.ts';
import { useInvalidate, useSaved } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { DeleteButton } from '#ui/DeleteButton.tsx';
import { FileField, uploading } from '#ui/form/FileField.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { colour, space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { useTellFailure } from '#ui/useAct.ts';

/** The files of a reservation: opened, deleted, and uploaded when chosen. */
export function Files({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const tellFailure = useTellFailure();
  const invalidate = useInvalidate();
  const saved = useSaved();
  const [value, setValue] = useState('');
  // An upload takes long: others may have changed the reservation when it ends.
  const current = useRef(reservation);
  useEffect(() => {
    current.current = reservation;
  }, [reservation]);
  const attach = async (file: string) => {
    try {
      const answer = await reservations.attach(current.current, file);
      toast({ title: t('attached'), tone: 'success' });
      await saved(reservations.one(answer.id), answer, reservations.path);
    } catch (error) {
      tellFailure(error);
      await invalidate(reservations.path);
    }
    setValue('');
  };
  return (
    <Panel title={t('files')}>
      {reservation.files.length === 0 && <Muted>{t('noFiles')}</Muted>}
      {reservation.files.length > 0 && (
        <ul>
          {reservation.files.map((file) => (
            <FileRow key={file.id} reservation={reservation} file={file} />
          ))}
        </ul>
      )}
      {reservation.can.update && (
        <Attaching>
          <FileField
            label={t('addFile')}
            value={value}
            onChange={(next) => {
              setValue(next);
              if (next !== '' && next !== uploading) void attach(next);
            }}
            rules={fileRules.reservation}
            kept={null}
            send={(file, options) => uploadFile(file, { purpose: 'reservation', ...options })}
            recall={readUpload}
            mayRetry={mayRetryUpload}
          />
        </Attaching>
      )}
    </Panel>
  );
}

function FileRow({ reservation, file }: { reservation: Reservation; file: KeptFile }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const invalidate = useInvalidate();
  const linked = useLinkedFile(file);
  const { name, media_type, size } = file;
  let Icon = FileText;
  if (media_type.startsWith('image/')) Icon = ImageIcon;
  if (media_type.startsWith('video/')) Icon = Film;
  return (
    <Item>
      <Icon size={18} aria-hidden />
      <a href={linked?.url} target="_blank" rel="noreferrer">
        {name}
      </a>
      <MutedNumbers>{numbers.fileSize(size)}</MutedNumbers>
      {reservation.can.update && (
        <DeleteButton
          size="small"
          question={t('removeFile', { name })}
          act={async () => {
            await reservations.detach(reservation, file.id);
            await invalidate(reservations.path);
          }}
        />
      )}
    </Item>
  );
}

const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  min-block-size: 36px;
  overflow-wrap: anywhere;

  & > svg {
    color: ${colour.textMuted};
  }

  & > a {
    color: ${colour.accentText};
  }

  & > button {
    margin-inline-start: auto;
  }
`;

const MutedNumbers = styled(Muted)`
  font-variant-numeric: tabular-nums;
`;

const Attaching = styled.div`
  @media print {
    display: none;
  }
`;
