/** The minimum cost of a call with one query: Fastify, a pool, `select 1`. Arguments: DATABASE_URL, port. */
import fastify from 'fastify';
import pg from 'pg';

const [, , url, port] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 10 });
const app = fastify();
app.get('/', async () => (await pool.query('select 1 as one')).rows[0]);
await app.listen({ host: '127.0.0.1', port: Number(port) });
