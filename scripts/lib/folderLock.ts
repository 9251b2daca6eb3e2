import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, realpathSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A server on the name of a lock; null when another one has the name. */
async function listen(name: string): Promise<Server | null> {
  const server = createServer();
  server.listen(name);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
}

/** Resolves when the holder of a lock has released it or has ended. `onHolder` gets the id of its process. */
async function released(name: string, onHolder: (pid: string) => void): Promise<void> {
  const socket = connect(name);
  socket.once('data', (pid) => onHolder(pid.toString()));
  // A refused connection means that the lock was released between the two calls.
  socket.on('error', () => undefined);
  await new Promise((done) => socket.once('close', done));
}

/**
 * Runs work while no other process of this machine runs work with the same folder; waits for the other one otherwise. The lock is
 * a Unix socket with an abstract name (Linux), which ends with its process, so a killed process leaves no lock behind.
 * @param onWait called once, with the process that holds the lock
 */
export async function withFolderLock<T>(
  folder: string,
  onWait: (message: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const name = `\0signboard-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}`;
  let hasTold = false;
  let server = await listen(name);
  while (!server) {
    await released(name, (pid) => {
      if (!hasTold) onWait(`Process ${pid} is writing to ${folder}: waiting until it ends …`);
      hasTold = true;
    });
    server = await listen(name);
  }
  const waiting = new Set<Socket>();
  server.on('connection', (socket) => {
    waiting.add(socket);
    socket.on('error', () => undefined).on('close', () => waiting.delete(socket));
    socket.write(String(process.pid));
  });
  server.unref();
  try {
    return await work();
  } finally {
    server.close();
    for (const socket of waiting) socket.destroy();
  }
}
