import multipart from '@fastify/multipart';
import { type FastifyPluginAsyncTypebox, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
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
import { NoContent } from '../../http/noContent.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createImports } from './imports.ts';
import { fileOf } from '../files/routes.ts';

const reads = { policy: mayRead('imports') };
const writes = { policy: mayWrite('imports') };
const tags = ['imports'];
const params = RecordPath;

/** Accepts the body unchecked, as it is a stream; everything else is validated. */
const uploadValidator: FastifySchemaCompiler<TSchema> = (route) =>
  route.httpPart === 'body' ? () => true : TypeBoxValidatorCompiler(route);

/** The imports, from the upload of a file until it is discarded. */
function serveRecords(app: TypedApp, imports: ReturnType<typeof createImports>): void {
  app.get(
    '/imports/',
    { config: reads, schema: { summary: 'The latest imports', tags, response: { 200: Imports } } },
    () => imports.list(),
  );

  app.post(
    '/imports/',
    {
      config: { ...writes, bodyTime: uploadTime },
      validatorCompiler: uploadValidator,
      schema: {
        summary: 'Upload a file with records',
        description: `One part, \`file\`: CSV or XLSX with headings in its first row, at most ${importLimits.rows} rows. The response proposes columns for the fields. Nothing is written to the records.`,
        tags,
        consumes: ['multipart/form-data'],
        querystring: ImportQuery,
        body: UploadBody,
        response: { 201: ImportDetail },
      },
    },
    async (request, reply) => {
      try {
        const { filename, file } = await fileOf(request);
        const done = await imports.upload(request, { ...request.query, name: filename, stream: file });
        return await reply.code(201).send(done);
      } catch (error) {
        // The rest of the body is still arriving, followed by the next call of the connection.
        request.raw.unpipe();
        request.raw.resume();
        throw error;
      }
    },
  );

  app.get(
    '/imports/:id/',
    { config: reads, schema: { summary: 'One of the imports', tags, params, response: { 200: ImportDetail } } },
    (request) => imports.read(request.params.id),
  );

  app.delete(
    '/imports/:id/',
    {
      config: writes,
      schema: {
        summary: 'Discard an import that has written nothing',
        description: '409 `transition_refused` otherwise.',
        tags,
        params,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await imports.remove(request, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

/** The rows of an import: check, write and undo. */
function serveRows(app: TypedApp, imports: ReturnType<typeof createImports>): void {
  app.post(
    '/imports/:id/check/',
    {
      config: writes,
      schema: {
        summary: 'Check the rows of an import',
        description:
          'In the background: the state is `checking`, then `checked`. 400 `import_columns_missing` names the required fields without a column.',
        tags,
        params,
        body: ImportCheck,
        response: { 200: ImportDetail },
      },
    },
    (request) => imports.check(request, request.params.id, request.body),
  );

  app.get(
    '/imports/:id/rows/',
    {
      config: reads,
      schema: {
        summary: 'The rows of an import with their results',
        tags,
        params,
        querystring: ImportRowsQuery,
        response: { 200: ImportRowsPage },
      },
    },
    (request) => imports.rows(request.params.id, request.query),
  );

  app.post(
    '/imports/:id/write/',
    {
      config: writes,
      schema: {
        summary: 'Write the rows of an import',
        description:
          'In the background, in one transaction, after another check: the state is `writing`, then `written`, or `checked` again with an error. 409 `import_has_refused` without `only_good`. People: 403 `insufficient_user_authentication` without a recent authentication.',
        tags,
        params,
        body: ImportWrite,
        response: { 200: ImportDetail },
      },
    },
    (request) => imports.write(request, request.params.id, request.body),
  );

  app.get(
    '/imports/:id/undo/',
    {
      config: reads,
      schema: { summary: 'What the undo of an import would do', tags, params, response: { 200: ImportUndo } },
    },
    (request) => imports.planUndo(request, request.params.id),
  );

  app.post(
    '/imports/:id/undo/',
    {
      config: writes,
      schema: {
        summary: 'Undo an import',
        description: `In the background, within ${importUndoHours} hours: removes what it added and restores what it changed, except records that were changed or are used since. 409 \`import_expired\` later.`,
        tags,
        params,
        response: { 200: ImportDetail },
      },
    },
    (request) => imports.undo(request, request.params.id),
  );
}

/** `imports/`: records from CSV and XLSX files. */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const imports = createImports(app, services);
    // Registered here, so that no other route accepts forms.
    await app.register(multipart, { throwFileSizeLimit: false, limits: { files: 1, fields: 0, fileSize: Infinity } });
    serveRecords(app, imports);
    serveRows(app, imports);
  };
