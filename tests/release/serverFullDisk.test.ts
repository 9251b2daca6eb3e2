import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { build } from '../../server/app.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { type SignedIn, testDeployment } from '../support/backend.ts';
import { testFileKeys } from '../support/fileKeys.ts';
import { hasPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts';
import { addSignedIn } from '../support/session.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../support/smallDisk.ts';
import { film, upload } from '../support/uploads.ts';

const megabyte = 1024 * 1024;

(hasPostgres && canMount ? describe : describe.skip)('a full disk', () => {
  let disk: SmallDisk;
  let server: PostgresServer;
  let database: Database;
  let admin: pg.Client;
  let app: Awaited<ReturnType<typeof build>>;
  let owner: SignedIn;

  beforeAll(async () => {
    disk = mountSmallDisk(64);
    server = await startPostgres();
    admin = new pg.Client(server.urlOf('postgres'));
    await admin.connect();
    await admin.query(`create tablespace small location '${disk.folder}'`);
    await admin.query('create database small tablespace small');
    database = await openDatabase({ url: server.urlOf('small') });
    await database.migrate();
    owner = await addSignedIn(database.db, 'owner');
    const mailer = { send: async () => undefined, close: () => undefined };
    app = await build({ deployment: testDeployment, database, mailer, fileKeys: testFileKeys });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    await admin.end();
    await server.stop();
    disk.remove();
  });

  const ready = async () => {
    const answer = await app.inject('/readyz/');
    return [answer.statusCode, answer.json().code];
  };

  it('gets its own error code, and the backend is not ready until there is room again', async () => {
    expect(await ready()).toEqual([200, undefined]);
    const bytes = Buffer.concat([film(100), Buffer.alloc(60 * megabyte)]);
    const answer = await upload(app, owner, { purpose: 'video', bytes, name: 'film.mp4' });
    expect(answer.json()).toMatchObject({ status: 507, code: 'storage_full' });
    expect(await ready()).toEqual([507, 'storage_full']);
    expect((await app.inject('/livez/')).statusCode).toBe(200);
    disk.grow(160);
    expect(await ready()).toEqual([200, undefined]);
    const again = await upload(app, owner, { purpose: 'video', bytes: film(2000), name: 'film.mp4' });
    expect(again.statusCode).toBe(201);
  });
});
