import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { InterpretationDetail } from '../../../contract/interpretationRecords.ts';
import { Panel } from '#ui/Panel.tsx';
import { colour } from '#ui/tokens.ts';
import { ProcessPending } from './ProcessPending.tsx';
import { RecordingRow } from './RecordingRow.tsx';

/** What was recorded of an interpretation, and the processing of what is pending. */
export function Recordings({ of: { id, recordings, can } }: { of: InterpretationDetail }) {
  const { t } = useTranslation('interpretations');
  const pending = recordings.filter((recording) => recording.can.process).length;
  return (
    <Panel
      title={t('recordings.title')}
      action={can.process_recordings && <ProcessPending interpretation={id} pending={pending} />}
    >
      {recordings.length === 0 ? (
        <Muted>{t('recordings.nothing')}</Muted>
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

const Muted = styled.p`
  color: ${colour.textMuted};
`;
