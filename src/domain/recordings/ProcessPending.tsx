import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Job } from '../../../contract/jobs.ts';
import { interpretations } from '#api/interpretations.ts';
import { LiveReads, useInvalidate, useMutation, useQuery } from '#api/query.ts';
import { jobs, processPending } from '#api/recordings.ts';
import { Button } from '#ui/Button.tsx';
import { Muted } from '#ui/Muted.ts';
import { space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { WorkBar } from '#ui/WorkBar.tsx';
import { useTellFailure } from '#ui/useAct.ts';

/** How often a running job is polled, in milliseconds. */
const askEvery = 1000;

/** Processes the pending recordings, and shows the progress. */
export function ProcessPending({ interpretation, pending }: { interpretation: string; pending: number }) {
  const { t } = useTranslation('interpretations');
  const tellFailure = useTellFailure();
  const invalidate = useInvalidate();
  const [job, setJob] = useState<Job | null>(null);
  const { run, isRunning } = useMutation(processPending, [interpretations.path]);
  const end = ({ total, failed }: Job) => {
    setJob(null);
    if (failed > 0) toast({ title: t('recordings.someFailed', { failed, total }), tone: 'warning' });
    else toast({ title: t('recordings.allDone'), tone: 'success' });
    void invalidate(interpretations.path);
  };
  if (job) {
    return (
      <LiveReads path={jobs.path} every={askEvery} isUnannounced>
        <Progress job={job} onDone={end} />
      </LiveReads>
    );
  }
  if (pending === 0) return <Muted $isCompact>{t('recordings.nonePending')}</Muted>;
  return (
    <Button
      size="small"
      isPending={isRunning}
      onPress={() =>
        void run(interpretation).then(
          (begun) => begun && (begun.state === 'done' ? end(begun) : setJob(begun)),
          tellFailure,
        )
      }
    >
      {t('recordings.processPending')}
    </Button>
  );
}

function Progress({ job, onDone }: { job: Job; onDone: (job: Job) => void }) {
  const { t } = useTranslation('interpretations');
  const { data = job } = useQuery(jobs.one(job.id));
  useEffect(() => {
    if (data.state === 'done') onDone(data);
    // Runs once: the parent then unmounts this component.
  }, [data, onDone]);
  const { done, failed, total } = data;
  const over = done + failed;
  return (
    <Place>
      <WorkBar label={t('recordings.processPending')} share={total === 0 ? 1 : over / total}>
        {t('recordings.progress', { done: over, total })}
      </WorkBar>
    </Place>
  );
}

const Place = styled.div`
  inline-size: min(100%, 320px);
  padding-block: ${space(1)};
`;
