import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { build } from '../../server/app.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import type { Mail } from '../../server/mail/mailer.ts';
import { testFileKeys } from '../support/fileKeys.ts';

const command = resolve(import.meta.dirname, '../../server/owner.ts');
const anna = ['--email', ' Anna@Example.is ', '--first-name', 'Anna', '--last-name', 'Jónsdóttir'];

describe('npm run ops -- owner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-owner-'));
  const order = (args: string[], environment: Record<string, string> = { TENANT: 'iceland', DATA_DIR: folder }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...environment },
    });
    return { status, out: stdout, err: stderr };
  };
  let first: ReturnType<typeof order>;

  beforeAll(() => {
    first = order(anna);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe('on an empty database', () => {
    let database: Database;
    let app: FastifyInstance;
    const mails: Mail[] = [];

    beforeAll(async () => {
      database = await openDatabase({ folder });
      const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
      app = await build({ deployment: await loadDeployment('iceland'), database, mailer, fileKeys: testFileKeys });
    });
    afterAll(async () => {
      await app.close();
      await database.close();
    });

    it('prints a password that signs the owner in, with the code from their mail', async () => {
      expect(first).toMatchObject({ status: 0, err: '' });
      const password = /^Password: (\S{40,})$/m.exec(first.out)?.[1];
      const post = (url: string, body: object) => app.inject({ method: 'POST', url, body });
      const login = await post('/auth/login/', { email: 'anna@example.is', password });
      expect(login.statusCode).toBe(200);
      const code = /^\d{6}$/m.exec(mails[0]?.text ?? '')?.[0];
      const session = await post('/auth/otp/', { otpToken: login.json().otpToken, code });
      expect(session.json().user).toMatchObject({ email: 'anna@example.is', first_name: 'Anna', role: 'owner' });
    });

    it('does not store the password', async () => {
      const password = /^Password: (\S+)$/m.exec(first.out)?.[1] ?? '';
      const people = await database.db.selectFrom('users').selectAll().execute();
      expect(people).toHaveLength(1);
      expect(JSON.stringify(people)).not.toContain(password);
    });
  });

  it('refuses to add a second owner, and changes nothing', () => {
    const second = order(['--email', 'other@example.is', '--first-name', 'Other', '--last-name', 'Person']);
    expect(second).toEqual({
      status: 1,
      out: '',
      err: 'This deployment already has an owner: anna@example.is. Owners create other owners in the dashboard.\n',
    });
  });

  it.each([
    [
      'an invalid address',
      ['--email', 'anna'],
      { TENANT: 'iceland' },
      /^--email: "anna" is not an e-mail address\. Give --email/,
    ],
    ['a missing name', ['--email', 'a@b.is'], { TENANT: 'iceland' }, /^The owner’s name is missing\. Give --email/],
    ['an unknown option', ['--mail', 'a@b.is'], { TENANT: 'iceland' }, /^Unknown option '--mail'.* See --help\.$/m],
    ['no deployment', anna, {}, /^TENANT: is missing\. Give the id/],
    ['an unknown deployment', anna, { TENANT: 'icland' }, /iceland/],
  ])('reports %s with a correction', (_, args, environment, said) => {
    const { status, out, err } = order(args, environment);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(said);
  });
});
