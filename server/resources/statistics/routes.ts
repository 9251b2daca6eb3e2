import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type FileOutput, type ReportColumn } from '../../../contract/figureNames.ts';
import {
  fileRows,
  ReportObjects,
  ReportQuery,
  StatisticsObjects,
  StatisticsQuery,
  TableRows,
} from '../../../contract/figures.ts';
import { writeCsv } from '../../documents/csv.ts';
import type { Table, Writer } from '../../documents/document.ts';
import { writeDocx } from '../../documents/docx.ts';
import { writeHtml } from '../../documents/html.ts';
import { jsonWithList, writeRows } from '../../documents/json.ts';
import { sendParts, writePdfLazily } from '../../documents/sendParts.ts';
import { writeXlsx } from '../../documents/xlsx.ts';
import { bucketOf, intervalsOf, readRange } from '../../figures/buckets.ts';
import { addUp, figuresOf } from '../../figures/figures.ts';
import { languageOf, longestWords, namesOf, readReport, sumsOf } from '../../figures/repository.ts';
import { scopeOf, selectionOf } from '../../figures/selection.ts';
import { chosenColumns, reportTable, statisticsTable, type TableOptions } from '../../figures/tables.ts';
import { fill, figureTexts } from '../../figures/words.ts';
import { sessionOf } from '../../http/guard.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { languageFor } from '../../language.ts';
import { mayRead } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';

const reads = routeOptions('statistics', { policy: mayRead('reports'), reads: 'replica' });

const writers: Record<FileOutput, { type: string; write: Writer }> = {
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', write: writeDocx },
  html: { type: 'text/html; charset=utf-8', write: writeHtml },
  pdf: { type: 'application/pdf', write: writePdfLazily },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: writeXlsx },
};

const File = Type.String({ format: 'binary' });
const files = Object.fromEntries(Object.values(writers).map(({ type }) => [type.split(';')[0], { schema: File }]));

function answers<Objects extends typeof StatisticsObjects | typeof ReportObjects>(objects: Objects) {
  return {
    200: {
      description: 'JSON for `rows` and `objects`, otherwise a file.',
      content: { 'application/json': { schema: Type.Union([TableRows, objects]) }, ...files },
    },
  };
}

/** What a table of the caller is made from. */
async function optionsOf(
  { deployment, database: { db }, clock }: Services,
  request: FastifyRequest,
  query: TableOptions['query'],
): Promise<TableOptions> {
  const { country, flags, timeZone: zone, serviceLevelSeconds } = deployment;
  const { person } = sessionOf(request);
  const scope = scopeOf(person);
  const range = readRange(query);
  const names: TableOptions['names'] = {};
  for (const filter of ['partner', 'partner_category', 'department', 'interpreter', 'user'] as const) {
    const ids = query[filter];
    if (ids) names[filter] = await namesOf(db, filter, ids, scope === 'own' ? person.id : null);
  }
  if (scope === 'own') names.interpreter = [`${person.first_name} ${person.last_name}`];
  const chosenLanguage = await languageOf(db, person.id);
  const language = languageFor(request.headers['accept-language'], chosenLanguage, deployment);
  return { language, country, flags, serviceLevelSeconds, zone, now: clock(), range, query, scope, names };
}

type SentTable = {
  object: 'statistics' | 'report';
  table: Table;
  output: FileOutput | 'rows';
  rows: number;
  columns?: ReportColumn[];
};

/** Sends a table as rows or as a file, which is recorded as an export. */
function sendTable(
  { deployment, clock, securityLog }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { object, table, output, rows, columns }: SentTable,
) {
  if (output === 'rows') return sendParts(reply, 'application/json; charset=utf-8', writeRows(table));
  const { totals, page } = figureTexts(table.language, deployment);
  const words = { totals, page: (number: number) => fill(page, { page: number }) };
  const { type, write } = writers[output];
  securityLog.record(request, 'export', { object, rows, columns });
  reply.header('content-disposition', contentDisposition(`${table.name}.${output}`, { type: 'attachment' }));
  return sendParts(reply, type, write({ ...table, brand: deployment, created: clock(), words }));
}

function serveStatistics(app: TypedApp, services: Services): void {
  const {
    deployment,
    database: { db },
  } = services;
  const { flags, timeZone: zone, serviceLevelSeconds } = deployment;
  app.get(
    '/statistics/',
    reads({
      summary: 'Figures per day, week or month',
      description:
        'Interpreters read only their own figures. Files are in the language of `Accept-Language`, otherwise in the person’s own.',
      querystring: StatisticsQuery,
      response: answers(StatisticsObjects),
    }),
    async (request, reply) => {
      const { output = 'rows', interval = 'days', ...given } = request.query;
      const { person } = sessionOf(request);
      const options = await optionsOf(services, request, { ...given, interval });
      const buckets = intervalsOf(options.range, interval, zone);
      const sums = await sumsOf(db, buckets, selectionOf(request.query, person, flags), {
        withRatings: flags.feedback,
      });
      const stretches = buckets.map((bucket, index) => ({
        bucket,
        figures: figuresOf(addUp(sums.slice(index, index + 1))),
      }));
      const totals = figuresOf(addUp(sums));
      if (output !== 'objects') {
        const table = statisticsTable(options, stretches, totals);
        return sendTable(services, request, reply, { object: 'statistics', table, output, rows: stretches.length });
      }
      const { range, scope } = options;
      return {
        from_day: range.fromDay,
        to_day: range.toDay,
        time_zone: zone,
        scope,
        interval,
        service_level_seconds: serviceLevelSeconds,
        results: stretches.map(({ bucket, figures }) => ({
          from_day: bucket.fromDay,
          to_day: bucket.toDay,
          ...figures,
        })),
        totals,
      } satisfies StatisticsObjects;
    },
  );
}

function serveReport(app: TypedApp, services: Services): void {
  const {
    deployment,
    database: { db },
  } = services;
  const { flags, timeZone: zone } = deployment;
  app.get(
    '/report/',
    reads({
      summary: 'The interpretations of a range of days, one row each, and their figures',
      description:
        'Oldest first. Interpreters read only their own. A format that cannot hold so many rows is refused with `export_too_large`.',
      querystring: ReportQuery,
      response: answers(ReportObjects),
    }),
    async (request, reply) => {
      const { output = 'rows' } = request.query;
      const { person } = sessionOf(request);
      const options = await optionsOf(services, request, request.query);
      const columns = chosenColumns(request.query, flags, options.scope);
      const range = bucketOf(options.range, zone);
      const selection = selectionOf(request.query, person, flags);
      const totals = figuresOf(addUp(await sumsOf(db, [range], selection, { withRatings: flags.feedback })));
      const most = output === 'rows' || output === 'objects' ? null : fileRows[output];
      if (most !== null && totals.requests > most)
        throw new ApiProblem('export_too_large', {
          values: { rows: String(totals.requests), limit: String(most) },
        });
      const rows = readReport(db, range, selection, { withRatings: flags.feedback && options.scope === 'all' });
      if (output !== 'objects') {
        // Only these formats need widths before the first row.
        const longest = output === 'pdf' || output === 'docx' ? await longestWords(db, range, selection) : {};
        const table = reportTable({ ...options, columns }, rows, totals, longest);
        return sendTable(services, request, reply, { object: 'report', table, output, rows: totals.requests, columns });
      }
      const { fromDay: from_day, toDay: to_day } = options.range;
      const head = { from_day, to_day, time_zone: zone, scope: options.scope, totals };
      return sendParts(reply, 'application/json; charset=utf-8', jsonWithList(head, 'results', rows));
    },
  );
}

/** `statistics/` and `report/` (R32, R34): figures per interval, and the interpretations. */
export function routes(app: TypedApp, services: Services): void {
  serveStatistics(app, services);
  serveReport(app, services);
}
