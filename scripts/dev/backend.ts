import { type ChildProcess, spawn } from 'node:child_process';

/** Where the product of `npm start` keeps the backend of a deployment. */
export function localBackend(id: string): string {
  return `http://${id}.localhost:8080/api/`;
}

async function answers(url: string): Promise<boolean> {
  try {
    // Node does not resolve *.localhost everywhere; the host goes into the header.
    const { host, port, pathname } = new URL(url);
    const address = host.includes('.localhost') ? `http://127.0.0.1:${port}${pathname}` : url;
    await fetch(address, { headers: { host }, signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  }
}

/** The backend that the app in development talks to. One that does not run yet is started, and stopped with it. */
export async function startBackend({
  id,
  given,
  folder,
}: {
  id: string;
  given: string | null;
  folder: string;
}): Promise<{ url: string; stop: () => void }> {
  const url = given ?? localBackend(id);
  if (given !== null || (await answers(url))) return { url, stop: () => undefined };
  const server: ChildProcess = spawn(process.execPath, ['scripts/serve.ts'], { cwd: folder, stdio: 'inherit' });
  return { url, stop: () => void server.kill() };
}
