import type { NewPartner, NewPartnerUser, Partner, PartnerChanges, QrFormat } from '../../contract/partners.ts';
import type { User } from '../../contract/users.ts';
import { collection } from './collection.ts';
import { get } from './http.ts';
import { query } from './query.ts';
import { users } from './users.ts';

/** `partners/`. */
export const partners = collection<Partner, NewPartner, PartnerChanges>('partners/');

/** `partners/{partner}/users/`: lists and creates; other actions on these users are in `users/`. */
export const partnerUsersOf = (partner: string) => ({
  ...collection<User, NewPartnerUser, Partial<NewPartnerUser>>(`partners/${partner}/users/`),
  removeAll: users.removeAll,
});

/** The QR code of the partner or venue at `path`: as SVG text to show, and as files to download. Throws `ApiError`. */
export const qrOf = (path: string) => ({
  svg: query<string>(`${path}qr/`, { format: 'svg' satisfies QrFormat }),
  png: () => get<Blob>(`${path}qr/`, { format: 'png' satisfies QrFormat }, { responseType: 'blob' }),
});
