import { CircleX, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Absence } from '../../../contract/absences.ts';
import { absences } from '#api/absences.ts';
import { useSaved } from '#api/query.ts';
import { History } from '#crud/History.tsx';
import { RecordPage } from '#crud/RecordPage.tsx';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Facts } from '#ui/Facts.ts';
import { type MenuAct, MoreMenu } from '#ui/MoreMenu.tsx';
import { Row } from '#ui/Row.ts';
import { styled } from 'styled-components';
import { space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { DecideDialog } from './DecideDialog.tsx';
import { EditDialog } from './EditDialog.tsx';
import { touched } from './resource.ts';
import { State } from './State.tsx';
import { TakeBackDialog } from './TakeBackDialog.tsx';
import { usePeriod } from './usePeriod.ts';

/** One absence, and what can be decided about it: `/dashboard/absences/{id}`. */
export function AbsenceDetail() {
  const { t } = useTranslation('absences');
  const { id = '' } = useParams();
  const period = usePeriod();
  return (
    <RecordPage
      read={absences.one(id)}
      list={{ label: t('title'), href: paths.absences.list.href() }}
      title={({ person_name }) => person_name}
      description={period.text}
      renderAction={(absence) => <Acts absence={absence} />}
    >
      {(absence) => (
        <>
          <Root>
            <Facts>
              <dt>{t('when')}</dt>
              <dd>{`${period.text(absence)} · ${period.length(absence)}`}</dd>
              <dt>{t('kind')}</dt>
              <dd>{t(`kinds.${absence.kind}`)}</dd>
              <dt>{t('state')}</dt>
              <dd>
                <State absence={absence} />
              </dd>
              <dt>{t('note')}</dt>
              <dd>{absence.note ?? '–'}</dd>
            </Facts>
          </Root>
          <History id={id} />
        </>
      )}
    </RecordPage>
  );
}

function Acts({ absence }: { absence: Absence }) {
  const { t } = useTranslation(['absences', 'crud']);
  const [isDeciding, setDeciding] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const saved = useSaved();
  const { can, person_name: name, undecided } = absence;
  const decision = can.approve ? 'approve' : can.decide && (undecided ?? 0) > 0 ? 'decide' : null;
  const refusal: MenuAct = {
    id: 'refuse',
    label: t('acts.refuse'),
    icon: <CircleX aria-hidden />,
    isDangerous: true,
    renderQuestion: (question) => (
      <ConfirmDialog
        {...question}
        title={t('asks.refuse', { name })}
        confirm={t('acts.refuse')}
        act={async () => {
          const after = await absences.refuse(absence);
          question.onClose();
          toast({ title: t(`done.${after.state}`), tone: 'success' });
          await saved(absences.one(after.id), after, ...touched);
        }}
      >
        <p>{t('tells.refuse')}</p>
      </ConfirmDialog>
    ),
  };
  const takingBack: MenuAct = {
    id: 'take_back',
    label: t('acts.take_back'),
    icon: <Undo2 aria-hidden />,
    isDangerous: true,
    renderQuestion: (question) => <TakeBackDialog {...question} absence={absence} />,
  };
  return (
    <Row>
      {decision && (
        <Button variant="primary" onPress={() => setDeciding(true)}>
          {t(`acts.${decision}`)}
        </Button>
      )}
      {can.update && <Button onPress={() => setEditing(true)}>{t('crud:edit')}</Button>}
      <MoreMenu acts={[...(can.refuse ? [refusal] : []), ...(can.take_back ? [takingBack] : [])]} />
      {isDeciding && decision && <DecideDialog absence={absence} act={decision} onClose={() => setDeciding(false)} />}
      {isEditing && <EditDialog absence={absence} onClose={() => setEditing(false)} />}
    </Row>
  );
}

const Root = styled(Card)`
  padding: ${space(5)};
`;
