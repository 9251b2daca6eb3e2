import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Interpretation } from '../../../contract/interpretationRecords.ts';
import type { Channel, LocationType } from '../../../contract/interpretations.ts';
import type { Column } from '#crud/List.tsx';
import { Day, Time } from '../DateTime.tsx';
import { Duration } from './Duration.tsx';
import { RecordingState } from './RecordingState.tsx';

/** The columns of the lists (R126); recordings only if the deployment has them. */
export function columnsOf({ channel, hasRecordings }: { channel: Channel; hasRecordings: boolean }) {
  return [
    { key: 'date', label: 'interpretations:date', sortBy: 'created', cell: ({ created }) => <Day at={created} /> },
    { key: 'time', label: 'interpretations:time', cell: ({ created }) => <Time at={created} /> },
    ...(channel === 'live'
      ? [
          {
            key: 'type',
            label: 'interpretations:type',
            cell: ({ location_type }) => <LocationName type={location_type} />,
          } satisfies Column<Interpretation>,
        ]
      : []),
    { key: 'category', label: 'interpretations:category', sortBy: 'category', cell: ({ category }) => category },
    {
      key: 'duration',
      label: 'interpretations:duration',
      sortBy: 'duration_seconds',
      cell: (item) => <Duration interpretation={item} />,
    },
    { key: 'customer', label: 'interpretations:customer', cell: ({ customer_name }) => customer_name ?? '–' },
    {
      key: 'interpreter',
      label: 'interpretations:interpreter',
      cell: ({ interpreter_name }) => interpreter_name ?? '–',
    },
    {
      key: 'note',
      label: 'interpretations:note',
      cell: ({ note }) => (note ? <Excerpt text={note} /> : '–'),
      title: ({ note }) => note ?? undefined,
    },
    ...(hasRecordings
      ? [
          {
            key: 'recording',
            label: 'interpretations:recording',
            cell: ({ recording }) => (recording ? <RecordingState state={recording} /> : '–'),
          } satisfies Column<Interpretation>,
        ]
      : []),
  ] satisfies Column<Interpretation>[];
}

/** The name of a location type. The page needs the namespace `interpretations`. */
function LocationName({ type }: { type: LocationType }) {
  const { t } = useTranslation('interpretations');
  return t(`locations.${type}`);
}

/** The beginning of a text, two lines at most. */
function Excerpt({ text }: { text: string }) {
  return <Lines>{text}</Lines>;
}

const Lines = styled.span`
  display: -webkit-box;
  max-inline-size: 32ch;
  overflow: hidden;
  font-variant-numeric: normal;
  text-overflow: ellipsis;
  white-space: normal;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;
