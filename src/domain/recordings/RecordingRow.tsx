import { useAtomValue } from 'jotai';
import { Captions, CircleAlert, Film, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { bounds } from '../../../contract/bounds.ts';
import type { Recording } from '../../../contract/recordings.ts';
import { ApiError } from '#api/problem.ts';
import { type LinkedMedia, viewRecording } from '#api/recordings.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { minutesSeconds } from '#lib/numbers.ts';
import { userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { reason as checkReason } from '#ui/form/recordChecks.ts';
import { colour, font, space } from '#ui/theme.ts';
import { useAct } from '#ui/useAct.ts';
import { DateTime } from '../DateTime.tsx';
import { RecordingState } from '../interpretations/RecordingState.tsx';
import { Player } from './Player.tsx';

/** One recording: its state, its expiry, and the player once somebody opens it. */
export function RecordingRow({ recording }: { recording: Recording }) {
  const { t } = useTranslation('interpretations');
  const { dates } = useFormats();
  const { recordingWatermark = false } = useTenant();
  const user = useAtomValue(userAtom);
  const viewer = recordingWatermark && user ? `${user.first_name} ${user.last_name}` : null;
  const errorMessage = useErrorMessage();
  const [media, setMedia] = useState<LinkedMedia | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { id, media_kind, state, captions, error, created, can } = recording;

  const show = async (reason: string | null) => setMedia(await viewRecording(id, reason));
  const opening = useAct(() => show(null));
  const open = () => (recording.reason_required ? setAsking(true) : void opening.run());
  const Icon = media_kind === 'video' ? Film : Volume2;
  return (
    <Item>
      <Line>
        <Icon size={18} aria-hidden />
        <Name>
          {t(`media.${media_kind}`)} · <DateTime at={created} />
        </Name>
        <RecordingState state={state} />
        {captions && (
          <Detail>
            <Captions size={16} aria-hidden /> {t('recordings.captions')}
          </Detail>
        )}
        <Facts recording={recording} />
        {can.view && (
          <Button
            size="small"
            isPending={opening.isRunning}
            aria-expanded={media !== null}
            onPress={() => (media ? setMedia(null) : open())}
          >
            {t(media ? 'recordings.close' : 'recordings.open')}
          </Button>
        )}
      </Line>
      {error && (
        <Problem>
          <CircleAlert size={14} aria-hidden />
          {errorMessage(new ApiError(error))}
        </Problem>
      )}
      {media && (
        <Player
          media={media}
          label={t('one', { date: dates.dateTime(created) })}
          viewer={viewer}
          onEnded={() => setMedia(null)}
        />
      )}
      <ReasonDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        act={async (reason) => {
          await show(reason);
          setAsking(false);
        }}
      />
    </Item>
  );
}

/** How long and how large the recording is, and how long it is kept. */
function Facts({ recording: { duration_seconds, size, expires } }: { recording: Recording }) {
  const { t } = useTranslation('interpretations');
  const { dates, numbers } = useFormats();
  return (
    <Detail>
      {[
        duration_seconds !== null && minutesSeconds(duration_seconds),
        size !== null && numbers.fileSize(size),
        t('recordings.kept', { date: dates.day(dates.dayOf(expires)) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Detail>
  );
}

type ReasonDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Resolves when the dialog may close; if it rejects, the dialog shows the error. */
  act: (reason: string) => Promise<void>;
};

/** Asks for a reason before a recording is opened. */
function ReasonDialog({ isOpen, onClose, act }: ReasonDialogProps) {
  const { t } = useTranslation('interpretations');
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('recordings.why')}
      onClose={onClose}
      initialValues={{ reason: '' }}
      onSubmit={({ reason }) => act(reason.trim())}
      submit={t('recordings.open')}
    >
      <p>{t('recordings.whyText')}</p>
      <FormTextField
        name="reason"
        label={t('recordings.reason')}
        validate={checkReason}
        maxLength={bounds.reason.max}
        autoFocus
      />
    </FormDialog>
  );
}

const Item = styled.li`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};

  & + & {
    margin-block-start: ${space(3)};
    padding-block-start: ${space(3)};
    border-block-start: 1px solid ${colour.border};
  }
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};

  & > svg {
    color: ${colour.textMuted};
  }

  & > button {
    margin-inline-start: auto;
  }
`;

const Name = styled.span`
  white-space: nowrap;
`;

const Detail = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
`;

const Problem = styled.p`
  display: flex;
  align-items: center;
  gap: ${space(1.5)};
  color: ${colour.dangerText};
  font-size: ${font.size.compact};
`;
