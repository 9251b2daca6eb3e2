import { RecordPath } from '../../../contract/collection.ts';
import { UploadBody } from '../../../contract/files.ts';
import { importLimits, importUndoHours } from '../../../contract/importKinds.ts';
import {
  ImportCheck,
  ImportDetail,
  ImportQuery,
  ImportRowsPage,
  ImportRowsQuery,
  Imports,
  ImportUndo,
  ImportWrite,
} from '../../../contract/imports.ts';
import { uploadTime } from '../../http/bodyTime.ts';
import { exceptBody, NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createImports } from './imports.ts';
import { takeForms, withFile } from '../files/routes.ts';

const reads = routeOptions('imports', { policy: mayRead('imports') });
const writes = routeOptions('imports', { policy: mayWrite('imports') });
const uploads = routeOptions('imports', { policy: mayWrite('imports'), bodyTime: uploadTime });
const params = RecordPath;

/** The imports, from the upload of a file until it is discarded. */
function serveRecords(app: TypedApp, imports: ReturnType<typeof createImports>): void {
  app.get('/imports/', reads({ summary: 'The latest imports', response: { 200: Imports } }), () => imports.list());

  app.post(
    '/imports/',
    {
      ...uploads({
        summary: 'Upload a file with records',
        description: `One part, \`file\`: CSV or XLSX with headings in its first row, at most ${importLimits.rows} rows. The response proposes columns for the fields. Nothing is written to the records.`,
        consumes: ['multipart/form-data'],
        querystring: ImportQuery,
        body: UploadBody,
        response: { 201: ImportDetail },
      }),
      validatorCompiler: exceptBody,
    },
    (request) =>
      withFile(request, ({ filename, file }) =>
        imports.upload(request, { ...request.query, name: filename, stream: file }),
      ),
  );

  app.get(
    '/imports/:id/',
    reads({ summary: 'One of the imports', params, response: { 200: ImportDetail } }),
    (request) => imports.read(request.params.id),
  );

  app.delete(
    '/imports/:id/',
    writes({
      summary: 'Discard an import that has written nothing',
      description: '409 `transition_refused` otherwise.',
      params,
      response: { 204: NoContent },
    }),
    (request) => imports.remove(request, request.params.id),
  );
}

/** The rows of an import: check, write and undo. */
function serveRows(app: TypedApp, imports: ReturnType<typeof createImports>): void {
  app.post(
    '/imports/:id/check/',
    writes({
      summary: 'Check the rows of an import',
      description:
        'In the background: the state is `checking`, then `checked`. 400 `import_columns_missing` names the required fields without a column.',
      params,
      body: ImportCheck,
      response: { 200: ImportDetail },
    }),
    (request) => imports.check(request, request.params.id, request.body),
  );

  app.get(
    '/imports/:id/rows/',
    reads({
      summary: 'The rows of an import with their results',
      params,
      querystring: ImportRowsQuery,
      response: { 200: ImportRowsPage },
    }),
    (request) => imports.rows(request.params.id, request.query),
  );

  app.post(
    '/imports/:id/write/',
    writes({
      summary: 'Write the rows of an import',
      description:
        'In the background, in one transaction, after another check: the state is `writing`, then `written`, or `checked` again with an error. 409 `import_has_refused` without `only_good`. People: 403 `insufficient_user_authentication` without a recent authentication.',
      params,
      body: ImportWrite,
      response: { 200: ImportDetail },
    }),
    (request) => imports.write(request, request.params.id, request.body),
  );

  app.get(
    '/imports/:id/undo/',
    reads({ summary: 'What the undo of an import would do', params, response: { 200: ImportUndo } }),
    (request) => imports.planUndo(request, request.params.id),
  );

  app.post(
    '/imports/:id/undo/',
    writes({
      summary: 'Undo an import',
      description: `In the background, within ${importUndoHours} hours: removes what it added and restores what it changed, except records that were changed or are used since. 409 \`import_expired\` later.`,
      params,
      response: { 200: ImportDetail },
    }),
    (request) => imports.undo(request, request.params.id),
  );
}

/** `imports/`: records from CSV and XLSX files. */
export async function routes(app: TypedApp, services: Services): Promise<void> {
  const imports = createImports(app, services);
  await takeForms(app);
  serveRecords(app, imports);
  serveRows(app, imports);
}
