import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBackend, type TestBackend, usualDatabase } from '../support/backend.ts';
import { film, upload } from '../support/uploads.ts';

/** The EICAR test file, in two parts, so that no scanner takes this file for it. */
const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
  'latin1',
);

/** clamd with one signature, for EICAR anywhere in a file; starts in a second. */
async function startClamd(folder: string): Promise<{ socket: string; process: ChildProcess }> {
  chmodSync(folder, 0o755);
  const signatures = join(folder, 'signatures');
  mkdirSync(signatures);
  writeFileSync(join(signatures, 'test.ndb'), `Test.EICAR:0:*:${eicar.toString('hex')}\n`);
  const socket = join(folder, 'clamd.ctl');
  const settings = [
    'Foreground yes',
    `DatabaseDirectory ${signatures}`,
    `LocalSocket ${socket}`,
    `TemporaryDirectory ${folder}`,
    'StreamMaxLength 1M',
    'ConcurrentDatabaseReload no',
  ];
  writeFileSync(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
  const process = spawn('/usr/sbin/clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
  while (process.exitCode === null && !existsSync(socket)) await sleep(50);
  return { socket, process };
}

describe('clamd', () => {
  let backend: TestBackend;
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  const folder = mkdtempSync(join(tmpdir(), 'signboard-clamd-'));
  beforeAll(async () => {
    [backend, clamd] = await Promise.all([startBackend(usualDatabase), startClamd(folder)]);
  });
  afterAll(async () => {
    await backend.close();
    clamd.process.kill();
    if (clamd.process.exitCode === null) await once(clamd.process, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  it('passes a film, finds the EICAR test in one, and refuses what is above its limit', async () => {
    const scanner = { place: { path: clamd.socket }, acceptsUnchecked: false };
    const app = await backend.app({ options: { scanner } });
    const owner = await backend.signedIn();
    const send = async (bytes: Buffer) => {
      const answer = await upload(app, owner, { purpose: 'video', bytes, name: 'welcome.mp4' });
      return answer.statusCode === 201 ? 201 : answer.json().code;
    };
    expect(await send(film(600_000))).toBe(201);
    expect(await send(Buffer.concat([film(600_000), eicar]))).toBe('file_infected');
    expect(await send(film(2_000_000))).toBe('scan_unavailable');
  });
});
