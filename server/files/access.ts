import type { Flags } from '../../contract/flags.ts';
import { isPartOf, readScope } from '../../contract/permissions.ts';
import type { Db } from '../db/tables.ts';
import type { Person } from '../policies/policy.ts';
import type { OwnedFileRow } from '../resources/files/repository.ts';
import { findInterpretation } from '../resources/interpretations/repository.ts';
import { scopeOf } from '../resources/interpretations/scope.ts';
import { findRecording } from '../resources/recordings/repository.ts';
import { isInTeam } from '../resources/reservations/repository.ts';

/** Whether a person may read a file now: their own upload, or a file of a record that they may read. */
export async function mayReadFile(
  db: Db,
  { collection, record_id, uploaded_by }: Pick<OwnedFileRow, 'collection' | 'record_id' | 'uploaded_by'>,
  { person, flags, now }: { person: Person; flags: Flags; now: Date },
): Promise<boolean> {
  if (record_id === null) return uploaded_by === person.id;
  switch (collection) {
    case 'partners':
      return readScope('partners', person.role) !== 'none';
    case 'sliders':
    case 'videos':
      return isPartOf(flags, collection) && readScope(collection, person.role) !== 'none';
    case 'reservations': {
      const reached = readScope('reservations', person.role);
      if (!isPartOf(flags, 'reservations') || reached === 'none') return false;
      return reached === 'all' || isInTeam(db, record_id, person.id);
    }
    case 'recordings': {
      const recording = flags.recordings ? await findRecording(db, record_id, now) : undefined;
      if (!recording || readScope('interpretations', person.role) === 'none') return false;
      return (await findInterpretation(db, scopeOf(person, flags, now), recording.interpretation_id)) !== undefined;
    }
    default:
      return false;
  }
}
