import type {
  ImportCheck,
  ImportDetail,
  ImportRowsPage,
  ImportRowsQuery,
  Imports,
  ImportUndo,
  ImportWrite,
} from '../../contract/imports.ts';
import type { ImportEncoding, ImportKind } from '../../contract/importKinds.ts';
import type { Static } from 'typebox';
import { post, remove } from './http.ts';
import { query } from './query.ts';

const path = 'imports/';
const at = (id: string) => `${path}${id}/`;

/** `imports/`: records from CSV and XLSX files. */
export const imports = {
  path,
  list: query<Static<typeof Imports>>(path),
  read: (id: string) => query<ImportDetail>(at(id)),
  rows: (id: string, params: ImportRowsQuery) => query<ImportRowsPage>(`${at(id)}rows/`, params),
  /** What an undo would do now. */
  undoPlan: (id: string) => query<ImportUndo>(`${at(id)}undo/`),
  /** Uploads a file; the answer proposes columns. */
  upload: (
    file: File,
    { kind, ...how }: { kind: ImportKind; encoding?: ImportEncoding; sheet?: string },
  ): Promise<ImportDetail> => {
    const body = new FormData();
    body.append('file', file, file.name);
    const params = new URLSearchParams({ kind, ...how });
    return post(`${path}?${params.toString()}`, body, { onSent: () => undefined });
  },
  check: (id: string, mapping: ImportCheck['mapping']): Promise<ImportDetail> => post(`${at(id)}check/`, { mapping }),
  write: (id: string, how: ImportWrite): Promise<ImportDetail> => post(`${at(id)}write/`, how),
  undo: (id: string): Promise<ImportDetail> => post(`${at(id)}undo/`),
  /** Forgets an import that has written nothing. */
  discard: (id: string): Promise<void> => remove(at(id)),
};
