import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import type { ShippedFiles } from './shippedFiles.ts';
import { type Answer, callProblem, httpGet, noAnswer, type ShownCertificate } from './httpGet.ts';
import { counted } from '../lib/counted.ts';

/** The result of one check, with words for people. `unknown`: it could not be checked. */
export type Finding = { state: 'good' | 'warning' | 'bad' | 'unknown'; words: string };

/** What was found at the address of a deployment. */
export type Live = {
  url: string;
  /** From /version.json; null if the page does not answer. */
  running: { version: string; digest: string; commit: string } | null;
  page: Finding;
  /** Whether the served bytes are those that were shipped. */
  bytes: Finding & { checked: number; of: number; differing: { path: string; why: string }[] };
  headers: Finding;
  certificate: Finding;
  api: Finding & { url: string | null; version: string | null };
  database: Finding;
  outbox: Finding;
  jobs: Finding;
};

export type LiveQuestion = {
  id: string;
  url: string;
  /** What the deployment should serve; null when nothing was shipped, or the registry cannot be read. */
  shipped: ShippedFiles | null;
  /** Compare every file, or the page with what it loads at first and some others. */
  bytes: 'all' | 'sample';
  healthToken: string | null;
  now: Date;
};

/** Like /condition/ of the backend. */
type Condition = {
  version?: string;
  database?: { status?: string; milliseconds?: number };
  outbox?: { waiting: number; failing: number; oldest: string | null } | null;
  jobs?: { waiting: number; running: number; failed: number; oldest: string | null } | null;
};

const good = (words: string): Finding => ({ state: 'good', words });
const warning = (words: string): Finding => ({ state: 'warning', words });
const bad = (words: string): Finding => ({ state: 'bad', words });
const unknown = (words: string): Finding => ({ state: 'unknown', words });

/** Concurrent requests to one deployment. */
const lanes = 6;
/** Files compared beside the page and what it loads at first. */
const sampleSize = 20;
/** Days before the end of a certificate that are reported. */
const renewalDays = 21;
/** Minutes after which a waiting mail or task is reported. */
const longWait = 15;

/** Some of the items, others on each call. */
function sample<T>(items: T[], most: number): T[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ item }) => item);
}

/** The paths to compare: the page, the manifest, what the page links, and others. */
function pathsToCheck({ files }: ShippedFiles, page: string, how: 'all' | 'sample'): string[] {
  const all = Object.keys(files);
  if (how === 'all') return all;
  const isFirst = (path: string): boolean => !path.startsWith('assets/') || page.includes(`"/${path}"`);
  return [
    ...all.filter(isFirst),
    ...sample(
      all.filter((path) => !isFirst(path)),
      sampleSize,
    ),
  ];
}

async function compareBytes(at: (path: string) => URL, shipped: ShippedFiles, paths: string[]): Promise<Live['bytes']> {
  const differing: Live['bytes']['differing'] = [];
  await pLimit(lanes).map(paths, async (path) => {
    try {
      const { status, body } = await httpGet(at(path));
      if (status !== 200) differing.push({ path, why: `the server answers ${status}` });
      else if (createHash('sha256').update(body).digest('hex') !== shipped.files[path])
        differing.push({ path, why: 'other bytes' });
    } catch (error) {
      differing.push({ path, why: callProblem(error) });
    }
  });
  const of = Object.keys(shipped.files).length;
  const counts = { checked: paths.length, of, differing: differing.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
  if (differing.length === 0) return { ...good(`${paths.length} of ${of} files compared, all as shipped`), ...counts };
  const files = counted(differing.length, 'file differs', 'files differ');
  return { ...bad(`${files} from what was shipped`), ...counts };
}

/** nginx variables have another value in each deployment. */
function isLike(given: string, shipped: string): boolean {
  const pattern = shipped
    .split(/\$\w+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\S+');
  return new RegExp(`^${pattern}$`).test(given);
}

function checkHeaders(given: Record<string, string>, shipped: ShippedFiles | null): Finding {
  if (!shipped) {
    const missing = ['content-security-policy', 'x-content-type-options', 'referrer-policy'].filter(
      (name) => !given[name],
    );
    return missing.length > 0
      ? bad(`missing: ${missing.join(', ')}`)
      : unknown('present, but nothing shipped to compare');
  }
  const expected = Object.entries(shipped.headers).filter(
    ([name, value]) => value && !/^\$\w+$/.test(value) && name !== 'etag',
  );
  const missing = expected.filter(([name]) => given[name] === undefined).map(([name]) => name);
  const changed = expected
    .filter(([name, value]) => given[name] !== undefined && !isLike(given[name], value))
    .map(([name]) => name);
  if (missing.length + changed.length === 0) return good(`${expected.length} security headers as shipped`);
  return bad(
    [
      ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
      ...(changed.length > 0 ? [`other than shipped: ${changed.join(', ')}`] : []),
    ].join('; '),
  );
}

const isLocal = ({ hostname }: URL): boolean => /(^|\.)localhost$|^127\./.test(hostname);

/** The finding about a certificate; null: the page is served without TLS. */
export function checkCertificate(url: URL, certificate: ShownCertificate | null, now: Date): Finding {
  if (!certificate) {
    return isLocal(url)
      ? unknown('this machine, without TLS')
      : bad('no TLS: everybody on the way can read and change the page');
  }
  const days = Math.floor((new Date(certificate.validTo).getTime() - now.getTime()) / 86_400_000);
  const until = `until ${certificate.validTo.slice(0, 10)}, from ${certificate.issuer}`;
  if (days < 0) return bad(`expired ${-days} days ago`);
  if (certificate.problem !== null) return bad(`not trusted (${certificate.problem}), ${until}`);
  return days < renewalDays ? warning(`${days} days left, ${until}`) : good(`${days} days left, ${until}`);
}

function minutesSince(moment: string | null, now: Date): number {
  return moment === null ? 0 : Math.floor((now.getTime() - new Date(moment).getTime()) / 60_000);
}

function checkQueues({ outbox, jobs }: Condition, now: Date): Pick<Live, 'outbox' | 'jobs'> {
  const none = unknown('the backend cannot read it without its database');
  const mails = (): Finding => {
    if (!outbox) return none;
    const wait = minutesSince(outbox.oldest, now);
    const words = `${counted(outbox.waiting, 'mail', 'mails')} waiting${outbox.failing > 0 ? `, ${outbox.failing} failed at least once` : ''}${wait > longWait ? `, the oldest for ${wait} minutes` : ''}`;
    return outbox.failing > 0 || wait > longWait ? warning(words) : good(words);
  };
  const tasks = (): Finding => {
    if (!jobs) return none;
    const wait = minutesSince(jobs.oldest, now);
    const words = `${jobs.waiting} waiting, ${jobs.running} running${jobs.failed > 0 ? `, ${jobs.failed} failed in the last day` : ''}${wait > longWait ? `, the first has been due for ${wait} minutes` : ''}`;
    return jobs.failed > 0 || wait > longWait ? warning(words) : good(words);
  };
  return { outbox: mails(), jobs: tasks() };
}

/** JSON of an answer; null for anything else. */
function parsed<T>(body: Buffer): T | null {
  try {
    return JSON.parse(body.toString('utf8')) as T;
  } catch {
    return null;
  }
}

type Backend = Pick<Live, 'api' | 'database' | 'outbox' | 'jobs'>;

/** The finding about an API that gave no answer. "npm start" opens the database of a deployment for the first call, which takes its time. */
export function silenceOf(base: URL, words: string): Finding {
  return words === noAnswer && isLocal(base)
    ? unknown('it has not answered yet: the first call opens its database on this machine')
    : bad(words);
}

/** Asks the backend: /readyz/ for everybody, /condition/ for operators. */
async function checkBackend(base: URL, { healthToken, now }: LiveQuestion): Promise<Backend> {
  const unversioned = { url: base.href, version: null };
  const silent = unknown('the API does not answer');
  let ready: Answer;
  try {
    ready = await httpGet(new URL('readyz/', base));
  } catch (error) {
    return {
      api: { ...silenceOf(base, callProblem(error)), ...unversioned },
      database: silent,
      outbox: silent,
      jobs: silent,
    };
  }
  const code = /"code":"(\w+)"/.exec(ready.body.toString('utf8'))?.[1];
  const api =
    ready.status === 200
      ? good('answers and is ready')
      : bad(`not ready: it answers ${ready.status}${code ? ` (${code})` : ''}`);
  const closed = unknown(
    healthToken === null ? 'set HEALTH_TOKEN to see it' : 'the backend does not accept HEALTH_TOKEN',
  );
  const database = ready.status === 200 ? good('answers and has room') : unknown('the API is not ready');
  const answer =
    healthToken === null
      ? null
      : await httpGet(new URL('condition/', base), { authorization: `Bearer ${healthToken}` }).catch(() => null);
  const condition = answer?.status === 200 ? parsed<Condition>(answer.body) : null;
  if (!condition) return { api: { ...api, ...unversioned }, database, outbox: closed, jobs: closed };
  const { status, milliseconds } = condition.database ?? {};
  const problems: Record<string, string> = { full: 'its disk is full', unreachable: 'it does not answer' };
  return {
    api: { ...api, ...unversioned, version: condition.version ?? null },
    database: status === 'ok' ? good(`answers in ${milliseconds} ms`) : bad(problems[status ?? ''] ?? 'unknown state'),
    ...checkQueues(condition, now),
  };
}

/** The address of the backend, from the page's /config.json. */
async function backendOf(at: (path: string) => URL): Promise<URL | null> {
  const { status, body } = await httpGet(at('config.json'));
  if (status !== 200) return null;
  const { BACKEND_URL: url = '' } = JSON.parse(body.toString('utf8')) as { BACKEND_URL?: string };
  return url && URL.canParse(url, at('').href) ? new URL(url, at('').href) : null;
}

function nothingAt(url: string, words: string): Live {
  const silent = unknown('the page does not answer');
  return {
    url,
    running: null,
    page: bad(words),
    headers: silent,
    certificate: silent,
    bytes: { ...silent, checked: 0, of: 0, differing: [] },
    api: { ...silent, url: null, version: null },
    database: silent,
    outbox: silent,
    jobs: silent,
  };
}

async function checkBytes(
  at: (path: string) => URL,
  page: Answer,
  { shipped, bytes }: LiveQuestion,
): Promise<Live['bytes']> {
  if (!shipped) return { ...unknown('nothing shipped to compare with'), checked: 0, of: 0, differing: [] };
  return compareBytes(at, shipped, pathsToCheck(shipped, page.body.toString('utf8'), bytes));
}

/** Looks at a live deployment from outside, as its users reach it. Never throws: what cannot be reached is a finding. */
export async function lookAt(question: LiveQuestion): Promise<Live> {
  const { id, url, shipped, now } = question;
  const base = new URL(url.endsWith('/') ? url : `${url}/`);
  const at = (path: string): URL => new URL(path, base);
  try {
    const page = await httpGet(at('index.html'));
    if (page.status !== 200) return nothingAt(url, `it answers ${page.status}`);
    const said = await httpGet(at('version.json'));
    const {
      tenant,
      version = '',
      digest = '',
      commit = '',
    } = (said.status === 200 ? JSON.parse(said.body.toString('utf8')) : {}) as Record<string, string | undefined>;
    if (tenant !== id) return nothingAt(url, tenant ? `this is ${tenant}` : 'this is no deployment of Signboard');
    const backend = await backendOf(at).catch(() => null);
    const noAddress = unknown('the page names no backend');
    return {
      url,
      running: { version, digest, commit },
      page: good('answers'),
      bytes: await checkBytes(at, page, question),
      headers: checkHeaders(page.headers, shipped),
      certificate: checkCertificate(base, page.certificate, now),
      ...(backend
        ? await checkBackend(backend, question)
        : { api: { ...noAddress, url: null, version: null }, database: noAddress, outbox: noAddress, jobs: noAddress }),
    };
  } catch (error) {
    return nothingAt(url, callProblem(error));
  }
}
