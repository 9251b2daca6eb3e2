import { Editors, editorSeconds, OpenForm, OpenFormPath } from '../../../contract/editors.ts';
import { isPartOf, writes } from '../../../contract/permissions.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { closeForm, isReadable, namesOfOthers, storeForm } from './repository.ts';

const ownRoute = routeOptions('events', { policy: signedIn });

/** `editors/`: who has the form of a record open. Nothing of it is kept, or written to the audit log. */
export function routes(app: TypedApp, { deployment: { flags }, database: { db }, clock }: Services): void {
  const expiry = () => new Date(clock().getTime() + editorSeconds * 1000);

  app.post(
    '/editors/',
    ownRoute({
      summary: 'The form of a record is open; who else has it open',
      description: `For people who may write the kind and read the record. A form counts as closed ${editorSeconds} seconds after its last call. \`events/\` announces changes as the kind \`editors\`.`,
      body: OpenForm,
      response: { 200: Editors },
    }),
    async (request) => {
      const { person } = sessionOf(request);
      const form = request.body;
      // Everybody who may read an interpretation may write its note.
      const may = isPartOf(flags, form.kind) && (form.kind === 'interpretations' || writes(form.kind, person));
      if (!may || !(await isReadable(db, person, form))) throw new ApiProblem('not_found');
      await storeForm(db, person, form, expiry());
      return { others: await namesOfOthers(db, person, form, clock()) };
    },
  );

  app.delete(
    '/editors/:form/',
    ownRoute({ summary: 'The form is closed', params: OpenFormPath, response: { 204: NoContent } }),
    (request) => closeForm(db, sessionOf(request).person, request.params.form, expiry()),
  );
}
