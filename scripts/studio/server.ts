import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { brandLines } from '../../src/tenant/brandLines.ts';
import { type LogoKind, logoFiles, maxLogoBytes, svgProblems } from '../../tenants/checks/logo.ts';
import { checkVisible } from '../../tenants/checks/visibleLogo.ts';
import type { SeedName } from '../../tenants/checks/contrast.ts';
import type { LoadedTenant } from '../../tenants/manifest.ts';
import { brandStyle } from '../../tenants/palette.ts';
import { sourceCommit } from '../build/commit.ts';
import { compile } from '../build/compile.ts';
import { hostName, localServer, sendPage, serveClient } from '../lib/localPage.ts';
import { brandedApp, type FrameView } from './brandedApp.ts';
import { Draft, loadedWith, readSubject, type Subject } from './draft.ts';
import { hintsOf } from './hints.ts';
import { nearestColour } from './nearestColour.ts';
import { mailPreview, pdfPreview, qrPreview } from './previews.ts';
import { proposePalette } from './proposePalette.ts';
import { changedFiles, patchOf, problemsWith, writeFiles } from './saveDraft.ts';
import { openStudioBackend } from './studioBackend.ts';
import { studioBody } from './page.ts';

/** What the studio edits and where it listens. */
export type StudioOptions = {
  /** The deployment. */
  id: string;
  /** Folder with `src/` and `tenants/`. */
  root: string;
  /** Folder of the compile's cache. */
  cache: string;
  /** Folder of the embedded database. */
  dataFolder: string;
  /** 0 for a free port. */
  port: number;
};

/** A running studio. */
export type Studio = { url: string; close: () => Promise<void> };

/** How many drawings of the sign-in panel are offered besides the brand's own. */
const offeredDrawings = 11;
const seedNames = ['accent', 'accentDark', 'highlight', 'panel', 'neutral', 'progress'] as const satisfies SeedName[];

const Body = Type.Object({ draft: Draft }, { additionalProperties: false });
const ColourBody = Type.Object({ draft: Draft, field: Type.Enum([...seedNames]) }, { additionalProperties: false });
const LogoBody = Type.Object(
  { kind: Type.Enum(['light', 'dark', 'icon']), text: Type.String() },
  { additionalProperties: false },
);

/** What makes it necessary to load the app again: everything but colours. */
function brandKey({ languages, flags, drawing, logos }: Draft): string {
  return createHash('sha256')
    .update(JSON.stringify([languages, flags, drawing, logos]))
    .digest('hex')
    .slice(0, 12);
}

/** Why a logo is refused, in words; nothing when it is taken. */
async function logoProblems(loaded: LoadedTenant, kind: LogoKind, text: string): Promise<string[]> {
  const size = Buffer.byteLength(text);
  if (size > maxLogoBytes) {
    const limits = `The file has ${Math.ceil(size / 1000)} kB, and at most ${maxLogoBytes / 1000} kB are allowed.`;
    return [`${limits} Simplify the drawing.`];
  }
  const unsafe = svgProblems(text, logoFiles[kind], kind);
  const drawn = { ...loaded, logos: { ...loaded.logos, [kind]: Buffer.from(text) } };
  const problems = unsafe.length
    ? unsafe
    : (await checkVisible(drawn)).filter(({ file }) => basename(file) === logoFiles[kind]);
  return [...new Set(problems.map(({ message, fix }) => `${message} ${fix}`))];
}

/** Where a frame's host leads: `light.iceland.localhost`, and `light-out.iceland.localhost` for the sign-in page. */
const frameHost = /^(light|dark|phone)(-out)?\.([a-z0-9-]+)\.localhost$/;

/** The deployment of a studio, and the draft that is in its frames. */
type Shown = { subject: Subject; draft: Draft; loaded: LoadedTenant };

/** Makes a draft the one in the frames. Returns what the page shows of it. */
function show(state: Shown, draft: Draft) {
  state.draft = draft;
  state.loaded = loadedWith(state.subject, draft);
  return {
    draft,
    saved: state.subject.draft,
    css: brandStyle(state.loaded.tokens, state.loaded.logos),
    colours: Object.fromEntries(
      (['light', 'dark'] as const).map((mode) => [
        mode,
        {
          accent: state.loaded.tokens[mode].accent,
          panel: state.loaded.tokens[mode].brandPanel,
          line: state.loaded.tokens[mode].brandPanelAccent,
        },
      ]),
    ),
    brand: brandKey(draft),
    hints: hintsOf(state.subject, draft),
  };
}

/** The page of the studio. `frames` names the addresses that it may show in frames. */
function servePage(app: FastifyInstance, state: Shown, frames: () => string): void {
  app.get('/', async (_request, reply) => {
    const drawings = Array.from({ length: offeredDrawings + 1 }, (_, variant) =>
      brandLines(state.subject.saved.tenant.brand, variant || undefined),
    );
    return sendPage(
      reply,
      {
        title: `${state.subject.saved.tenant.brand} · Brand studio`,
        body: studioBody(state.subject, drawings),
        style: '/client/studio.css',
        script: '/client/studio.ts',
      },
      { frames: frames() },
    );
  });
}

function serveDraft(app: FastifyInstance, state: Shown): void {
  app.get('/draft', async () => show(state, state.draft));
  app.post<{ Body: Static<typeof Body> }>('/draft', { schema: { body: Body } }, async ({ body }) =>
    show(state, body.draft),
  );
  app.post<{ Body: Static<typeof ColourBody> }>('/nearest', { schema: { body: ColourBody } }, async ({ body }) => ({
    colour: nearestColour(state.subject, body.draft, body.field),
  }));
  app.post<{ Body: Static<typeof Body> }>('/propose', { schema: { body: Body } }, async ({ body }, reply) => {
    const proposal = await proposePalette(state.subject, body.draft);
    if (proposal) return proposal;
    return reply.code(422).send({ message: 'The logo has no colours except black, white and greys.' });
  });
  app.post<{ Body: Static<typeof LogoBody> }>('/logo', { schema: { body: LogoBody } }, async ({ body }, reply) => {
    const problems = await logoProblems(state.loaded, body.kind, body.text);
    return problems.length ? reply.code(422).send({ problems }) : { problems };
  });
}

/** Writes drafts to the deployment `id` in the folder `tenants`, or gives them as a patch. */
function serveSaving(app: FastifyInstance, { id, tenants }: { id: string; tenants: string }, state: Shown): void {
  app.post<{ Body: Static<typeof Body> }>('/save', { schema: { body: Body } }, async ({ body }, reply) => {
    const files = changedFiles(state.subject, body.draft, tenants);
    const problems = await problemsWith(id, files, tenants);
    if (problems.length)
      return reply.code(422).send({ problems: problems.map(({ message, fix }) => `${message} ${fix}`) });
    writeFiles(files, tenants);
    state.subject = await readSubject(id, tenants);
    return { ...show(state, state.subject.draft), files: [...files.keys()].map((file) => `tenants/${file}`) };
  });
  app.post<{ Body: Static<typeof Body> }>('/patch', { schema: { body: Body } }, async ({ body }) => ({
    patch: patchOf(changedFiles(state.subject, body.draft, tenants), tenants),
  }));
}

function servePreviews(app: FastifyInstance, state: Shown): void {
  app.get('/preview/mail', async (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
      .type('text/html; charset=utf-8')
      .send(mailPreview(state.loaded)),
  );
  app.get('/preview/pdf', async (_request, reply) =>
    reply.type('application/pdf').send(await pdfPreview(state.loaded)),
  );
  app.get('/preview/qr', async (_request, reply) => reply.type('image/svg+xml').send(qrPreview(state.loaded)));
  app.get<{ Params: { kind: LogoKind } }>('/preview/logo/:kind', async ({ params }, reply) => {
    const logo = params.kind in logoFiles ? state.loaded.logos[params.kind] : null;
    if (!logo) return reply.code(404).send();
    // An SVG in an image runs nothing; opened by itself, it may not either.
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'none'")
      .type('image/svg+xml')
      .send(logo);
  });
}

/**
 * Starts the studio: its page at `http://localhost:<port>/`, and the app as the current draft at hosts below
 * `<id>.localhost:<port>`, each with its own storage, so that one frame is light and another dark.
 * @throws ManifestError when the deployment has problems; CommandError when the app does not compile.
 */
export async function startStudio({ id, root, cache, dataFolder, port }: StudioOptions): Promise<Studio> {
  const tenants = join(root, 'tenants');
  const subject = await readSubject(id, tenants);
  const state: Shown = { subject, draft: subject.draft, loaded: subject.saved };
  const compiled = await compile({ root, cache }).done;
  const client = join(import.meta.dirname, 'client');
  const { code: script } = transformSync(readFileSync(join(client, 'frame.ts'), 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    isModule: false,
  });
  const answerApp = brandedApp(compiled, await sourceCommit(root), script);

  const app = localServer({ isElsewhere: (name) => frameHost.test(name) });
  let actualPort = port;
  const urlOf = (name: string) => `http://${name}.localhost:${actualPort}/`;
  const viewOf = (request: FastifyRequest): FrameView | null => {
    const [, view, out, of] = frameHost.exec(hostName(request)) ?? [];
    if (of !== id) return null;
    return {
      studio: `http://localhost:${actualPort}`,
      palette: view === 'dark' ? 'dark' : 'light',
      session: out ? null : backend.session,
    };
  };
  app.addHook('onRequest', async (request, reply) => {
    if (!frameHost.test(hostName(request))) return undefined;
    const view = viewOf(request);
    if (!view) return reply.code(404).type('text/plain; charset=utf-8').send(`This studio shows ${id} only.\n`);
    const { raw } = request;
    if (!/^\/api(?=[/?]|$)/.test(raw.url ?? '')) return answerApp(request, reply, state.loaded, view);
    reply.hijack();
    raw.url = (raw.url ?? '').replace(/^\/api/, '') || '/';
    await backend.answer(state.loaded, raw, reply.raw);
    return undefined;
  });
  serveClient(app, client, ['studio.css', 'studio.ts']);
  const pdfjs = readFileSync(fileURLToPath(import.meta.resolve('unpdf/pdfjs')), 'utf8');
  app.get('/client/pdfjs.mjs', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(pdfjs));
  servePage(app, state, () => `'self' http://*.${id}.localhost:${actualPort}`);
  serveDraft(app, state);
  serveSaving(app, { id, tenants }, state);
  servePreviews(app, state);
  await app.listen({ host: '127.0.0.1', port });
  actualPort = (app.server.address() as AddressInfo).port;
  const backend = await openStudioBackend(subject.saved, dataFolder, urlOf).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  return {
    url: `http://localhost:${actualPort}/`,
    close: async () => {
      // First the backend: it ends the streams that open pages read.
      await backend.close();
      await app.close();
    },
  };
}
