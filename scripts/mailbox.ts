import { createServer } from 'node:http';
import { startSink } from '../server/mail/sink.ts';
import { mailPage } from './serve/mailPages.ts';

/** The mailbox of docker/compose.yml: takes every mail on SMTP_PORT (2525), and shows the mails on PORT (8025). */
const host = process.env['HOST'] ?? '127.0.0.1';
const sink = await startSink({ host, port: Number(process.env['SMTP_PORT'] ?? 2525) });
const server = createServer(({ url = '/' }, response) => {
  const page = URL.canParse(url, 'http://mailbox') ? mailPage(sink.messages, new URL(url, 'http://mailbox')) : null;
  if (page) response.writeHead(page.status, page.headers).end(page.text);
  else response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('This mail does not exist.\n');
});
server.listen(Number(process.env['PORT'] ?? 8025), host);
process.once('SIGTERM', () => process.exit());
