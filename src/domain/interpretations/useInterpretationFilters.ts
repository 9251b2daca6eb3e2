import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Channel,
  locationTypes,
  outcomes,
  queueTypes,
  recordingStates,
  requestKinds,
  serviceKinds,
  sessionModes,
} from '../../../contract/interpretations.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import type { Choice } from '#ui/Select.tsx';
import { useDayFilters } from '../useDayFilters.ts';
import { useNamedFilters } from '../useNamedFilters.ts';
import { useInterpreterChoices } from '../useInterpreterChoices.ts';

const choicesOf = <Value extends string>(values: readonly Value[], label: (value: Value) => string): Choice[] =>
  values.map((value) => ({ value, label: label(value) }));

/** What the interpretations of a channel can be narrowed by; the server refuses what the deployment does not have. */
export function useInterpretationFilters(channel: Channel) {
  const { t } = useTranslation('interpretations');
  const { flags } = useTenant();
  const interpreters = useInterpreterChoices();
  const days = useDayFilters({ since: t('since'), until: t('until') });
  const labels = useMemo(
    () => ({
      partner: t('partner'),
      partner_category: t('partnerCategory'),
      customer: t('customer'),
      interpreter: t('interpreter'),
      ...(flags.departments ? { department: t('department') } : {}),
    }),
    [t, flags],
  );
  const named = useNamedFilters(labels);
  return useMemo(() => {
    const yesNo = (yes: string, no: string) => [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ];
    // The address may name somebody who is not among the first hundred.
    const own = named.find(({ name }) => name === 'interpreter');
    const others = own?.choices.filter(({ value }) => !interpreters.some((one) => one.value === value)) ?? [];
    const queues = queueTypes.filter((type) => type !== 'incoming_call' || flags.relay);
    return [
      ...days,
      {
        name: 'outcome',
        label: t('outcome'),
        choices: choicesOf(outcomes, (value) => t(`outcomes.${value}`)),
        isMany: true,
      },
      { name: 'ended', label: t('state'), choices: yesNo(t('over'), t('notOver')) },
      {
        name: 'kind',
        label: t('kind'),
        choices: choicesOf(requestKinds, (value) => t(`kinds.${value}`)),
        isMany: true,
      },
      ...(flags.relay
        ? [{ name: 'session_mode', label: t('mode'), choices: choicesOf(sessionModes, (mode) => mode), isMany: true }]
        : []),
      ...(channel === 'live'
        ? [
            {
              name: 'location_type',
              label: t('location'),
              choices: choicesOf(locationTypes, (value) => t(`locations.${value}`)),
              isMany: true,
            },
          ]
        : []),
      ...(flags.transcription
        ? [
            {
              name: 'service_kind',
              label: t('service'),
              choices: choicesOf(serviceKinds, (value) => t(`services.${value}`)),
              isMany: true,
            },
          ]
        : []),
      {
        name: 'queue_type',
        label: t('queue'),
        choices: choicesOf(queues, (value) => t(`queues.${value}`)),
        isMany: true,
      },
      ...(flags.recordings
        ? [
            {
              name: 'recording',
              label: t('recording'),
              choices: choicesOf([...recordingStates, 'none'] as const, (value) => t(`recordings.${value}`)),
              isMany: true,
            },
          ]
        : []),
      { name: 'has_note', label: t('note'), choices: yesNo(t('withNote'), t('withoutNote')) },
      ...(flags.feedback
        ? [{ name: 'rated', label: t('feedback'), choices: yesNo(t('withFeedback'), t('withoutFeedback')) }]
        : []),
      ...(interpreters.length > 0 || own
        ? [{ name: 'interpreter', label: t('interpreter'), choices: [...interpreters, ...others], isMany: true }]
        : []),
      ...named.filter((filter) => filter !== own),
    ];
  }, [t, flags, channel, interpreters, days, named]);
}
