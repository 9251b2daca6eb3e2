import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { currentOf } from '../../scripts/ship/current.ts';
import type { Destination } from '../../scripts/ship/destination.ts';
import { appendOutcome, readLedger } from '../../scripts/ship/ledger.ts';
import { rollBack, type Shipped } from '../../scripts/ship/ship.ts';
import { statusOf } from '../../scripts/ship/status.ts';
import { type Registry, startRegistry } from '../support/registry.ts';
import { shipTiny } from '../support/tinyRelease.ts';

let registry: Registry;
let folder: string;
let place: Destination;
let shipped: Shipped;

/** What the deploy command got, and its copy of the environment. */
const got = (): string => join(folder, 'got.json');
const environment = (): string => join(folder, 'environment');
const writing = (): string =>
  `cat > ${got()}; echo "$TENANT $VERSION $PAGE_DIGEST $API_DIGEST" > ${environment()}; echo deployed`;

/** `npm run ship -- iceland …` */
function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const script = resolve(import.meta.dirname, '../../scripts/ship.ts');
  const all = [script, 'iceland', ...args, '--registry', `${place.host}/${place.path}`];
  return new Promise((done) => {
    execFile(process.execPath, all, { env: { ...process.env, NODE_OPTIONS: '' } }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

beforeAll(async () => {
  registry = await startRegistry();
  [process.env['REGISTRY_USER'], process.env['REGISTRY_PASSWORD']] = ['shipper', 'correct horse'];
  folder = mkdtempSync(join(tmpdir(), 'signboard-deploy-'));
  place = { id: 'iceland', host: registry.host, path: 'team' };
  shipped = await shipTiny(place, folder, { version: '1.0.0' });
  await shipTiny(place, folder, { version: '1.1.0' });
});
afterAll(async () => {
  for (const name of ['REGISTRY_USER', 'REGISTRY_PASSWORD']) delete process.env[name];
  await registry?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => rmSync(got(), { force: true }));

describe('the deploy command', () => {
  it('gets the release that "current" points to, and its output is not part of the result', async () => {
    const { code, out, err } = await run('--to', '1.0.0', '--json', '--deploy-command', writing());
    expect({ code, err }).toEqual({ code: 0, err: 'deployed\n' });
    expect((JSON.parse(out) as Shipped).release).toMatchObject({ version: '1.0.0', result: 'done' });
    const { page, api } = shipped.release.images;
    expect(JSON.parse(readFileSync(got(), 'utf8'))).toEqual({
      act: 'roll back',
      tenant: 'iceland',
      version: '1.0.0',
      images: {
        page: `${registry.host}/team/signboard-iceland@${page}`,
        api: `${registry.host}/team/signboard-iceland-api@${api}`,
      },
    });
    expect(readFileSync(environment(), 'utf8')).toBe(`iceland 1.0.0 ${page} ${api}\n`);
  });

  it('that fails leaves the release open, says where "current" is, and a repeated command finishes it', async () => {
    const { code, out, err } = await run('--to', '1.1.0', '--deploy-command', 'exit 7');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(
      '"exit 7" failed (exit code 7) after "current" of iceland was pointed to 1.1.0. Its machines may run another release. Correct the ' +
        'cause and repeat this command, or return: npm run ship -- iceland --to <version>\n',
    );
    expect((await currentOf(place)).page?.version).toBe('1.1.0');
    expect(await statusOf(place)).toMatchObject({
      state: 'interrupted',
      advice:
        'The last release was interrupted. Finish it, with the options that it had: npm run ship -- iceland --to 1.1.0',
    });
    const repeated = await run('--to', '1.1.0', '--deploy-command', writing());
    expect(repeated).toMatchObject({ code: 0, out: expect.stringContaining('finished the interrupted release') });
    expect(JSON.parse(readFileSync(got(), 'utf8'))).toMatchObject({ version: '1.1.0' });
    expect((await statusOf(place)).state).toBe('settled');
  });

  it('runs again when a finished release is repeated, for machines that lost it', async () => {
    expect(await run('--to', '1.1.0', '--deploy-command', writing())).toMatchObject({ code: 0 });
    expect(existsSync(got())).toBe(true);
  });

  it('does not run when "current" cannot move', async () => {
    expect((await run('--to', '9.9.9', '--deploy-command', writing())).code).toBe(1);
    expect(existsSync(got())).toBe(false);
  });

  it('runs for the rollback of a failed wave that was interrupted, when the command is repeated', async () => {
    // Above the version of its manifest, which would be a correction.
    await shipTiny(place, folder, { version: '99.2.0', wave: 'rest' });
    const [last] = (await readLedger(place)).slice(-1);
    if (last) await appendOutcome(place, last, { result: 'failed', note: 'it was sick' });
    const deploy = (): Promise<void> => Promise.reject(new Error('the network is gone'));
    await expect(rollBack(place, '1.1.0', { deploy })).rejects.toThrow('the network is gone');

    const { code, err } = await run('--affected', '--approve', '--deploy-command', writing());
    expect(code).toBe(1);
    expect(err).toContain('Nothing was shipped.\nTaken back now: iceland has 1.1.0 again.\n');
    expect(JSON.parse(readFileSync(got(), 'utf8'))).toMatchObject({ act: 'roll back', version: '1.1.0' });
    expect(await statusOf(place)).toMatchObject({ state: 'settled', requested: { version: '1.1.0' } });
  });

  it('runs for a version that failed and is used again', async () => {
    const again = ['--to', '99.2.0', '--deploy-command', writing()];
    expect((await run(...again)).err).toContain('99.2.0 of iceland failed in wave rest (it was sick).');
    expect(existsSync(got())).toBe(false);
    expect(await run(...again, '--again')).toMatchObject({ code: 0, err: 'deployed\n' });
    expect(JSON.parse(readFileSync(got(), 'utf8'))).toMatchObject({ act: 'roll back', version: '99.2.0' });
  });

  it('is named by the plan, which says who moves the machines without it', async () => {
    const plan = async (...args: string[]): Promise<string> => (await run('--affected', ...args)).out;
    expect(await plan('--deploy-command', 'deploy it')).toMatch(
      /\nAfter "current" moved, forward or back, "deploy it" runs for each deployment\.\nWithout --url no wave is checked or taken back, unless that command fails\.\n$/,
    );
    expect(await plan()).toMatch(
      /\nWithout --deploy-command the machines must follow "current" themselves\.\nWithout --url no wave is checked or taken back\.\n$/,
    );
  });
});
