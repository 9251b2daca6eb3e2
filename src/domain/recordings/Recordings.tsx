import { useTranslation } from 'react-i18next';
import type { InterpretationDetail } from '../../../contract/interpretationRecords.ts';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { ProcessPending } from './ProcessPending.tsx';
import { RecordingRow } from './RecordingRow.tsx';

/** The recordings of an interpretation, and the button that processes pending ones. */
export function Recordings({ interpretation: { id, recordings, can } }: { interpretation: InterpretationDetail }) {
  const { t } = useTranslation('interpretations');
  const pending = recordings.filter((recording) => recording.can.process).length;
  return (
    <Panel
      title={t('recordings.title')}
      action={can.process_recordings && <ProcessPending interpretation={id} pending={pending} />}
    >
      {recordings.length === 0 ? (
        <Muted as="p">{t('recordings.nothing')}</Muted>
      ) : (
        <ul>
          {recordings.map((recording) => (
            <RecordingRow key={recording.id} recording={recording} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
