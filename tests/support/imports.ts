import { expect } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { ImportDetail, ImportRow, ImportWrite } from '../../contract/imports.ts';
import type { ImportKind } from '../../contract/importKinds.ts';
import type { SignedIn } from './backend.ts';
import { callsOf } from './calls.ts';
import { formOf } from './uploads.ts';

/** The steps of an import, as an owner does them. */
export function importsOf(app: FastifyInstance, owner: SignedIn) {
  const calls = callsOf(app, owner);
  const upload = async (kind: ImportKind, file: string | Uint8Array, query = '', name = 'people.csv') => {
    const { payload, type } = await formOf(Buffer.from(file as string), name);
    const url = `/imports/?kind=${kind}${query}`;
    return app.inject({ method: 'POST', url, headers: { ...owner.headers, 'content-type': type }, payload });
  };
  const read = async (id: string): Promise<ImportDetail> => (await calls.get(`/imports/${id}/`)).json();
  /** The import once no step is running. */
  const settled = async (id: string): Promise<ImportDetail> => {
    for (;;) {
      const report = await read(id);
      if (!['checking', 'writing', 'undoing'].includes(report.state)) return report;
      await new Promise((again) => setTimeout(again, 20));
    }
  };
  const step = async (id: string, name: string, body: object) => {
    const answer = await calls.post(`/imports/${id}/${name}/`, body);
    expect(answer.json()).toMatchObject({ id });
    return settled(id);
  };
  return {
    calls,
    upload,
    settled,
    /** Uploads a file and checks it with the proposed columns. */
    checked: async (kind: ImportKind, file: string | Uint8Array): Promise<ImportDetail> => {
      const answer = await upload(kind, file);
      expect(answer.statusCode).toBe(201);
      const { id, mapping } = answer.json<ImportDetail>();
      return step(id, 'check', { mapping });
    },
    check: (id: string, mapping: Record<string, number>) => step(id, 'check', { mapping }),
    write: (id: string, how: Partial<ImportWrite> = {}) =>
      step(id, 'write', { only_good: false, notify: false, ...how }),
    undo: async (id: string): Promise<ImportDetail> => {
      const undone = await step(id, 'undo', {});
      expect(undone).toMatchObject({ state: 'undone', error: null });
      return undone;
    },
    rows: async (id: string, query = ''): Promise<ImportRow[]> =>
      (await calls.get(`/imports/${id}/rows/?page_size=100${query}`)).json().results,
    /** Why rows are refused: line, field, code and value of each reason. */
    issues: async (id: string): Promise<string[]> => {
      const { results } = (await calls.get(`/imports/${id}/rows/?page_size=100&result[]=refused`)).json<{
        results: ImportRow[];
      }>();
      return results.flatMap(({ number, issues }) =>
        issues.map(({ field, code, value }) => [number, field, code, value].filter((part) => part !== null).join(' ')),
      );
    },
  };
}
