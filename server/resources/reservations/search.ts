import { readScope } from '../../../contract/permissions.ts';
import type { Source } from '../../collection/search.ts';
import { listReservations } from './repository.ts';

/** The reservations that begin last, within the caller's read scope. */
export const reservationSource: Source = {
  isOpen: ({ collections }) => collections.reservations !== 'none',
  find: async (db, { search, person, now, limit }) => {
    if (search.trim() === '') return [];
    const onlyInterpreter = readScope('reservations', person.role) === 'own' ? person.id : null;
    const query = { search, page_size: limit };
    const { rows } = await listReservations(
      db,
      { query, onlyInterpreter, asker: person.id, from: null, to: null },
      now,
    );
    return rows.map(({ id, name, address, customer_name, starts }) => ({
      id,
      title: name,
      detail: address ?? (customer_name || null),
      partner: null,
      created: starts.toISOString(),
    }));
  },
};
