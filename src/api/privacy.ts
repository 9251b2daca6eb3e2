import type {
  Erasure,
  FoundPeople,
  LegalHold,
  NewErasure,
  NewLegalHold,
  PersonPrivacy,
} from '../../contract/privacy.ts';
import type { PersonOutput } from '../../contract/privacyNames.ts';
import type { Page } from './collection.ts';
import { get, type Params, post } from './http.ts';
import { query } from './query.ts';

const personPath = (id: string) => `privacy/people/${encodeURIComponent(id)}/`;

/** `privacy/`: what is stored about people, exports, erasures and legal holds. Every call throws `ApiError`. */
export const privacy = {
  path: 'privacy/',
  /** People by name or address, also deleted ones. */
  people: (search: string) => query<FoundPeople>('privacy/people/', { search }),
  person: (id: string) => query<PersonPrivacy>(personPath(id)),
  file: (id: string, output: PersonOutput) =>
    get<Blob>(`${personPath(id)}export/`, { output }, { responseType: 'blob' }),
  erase: (id: string, erasure: NewErasure) => post<Erasure>(`${personPath(id)}erasure/`, erasure),
  hold: (id: string, hold: NewLegalHold) => post<LegalHold>(`${personPath(id)}holds/`, hold),
  endHold: (id: string) => post<void>(`privacy/holds/${id}/end/`),
  holds: query<Page<LegalHold>>('privacy/holds/', { page_size: 100 }),
};

/** `privacy/erasures/`: the record of erasures, read only. */
export const erasures = {
  path: 'privacy/erasures/',
  list: (params?: Params) => query<Page<Erasure>>('privacy/erasures/', params),
};
