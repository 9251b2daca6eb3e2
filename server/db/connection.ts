import { Socket } from 'node:net';
import pg from 'pg';

/** A connection to PostgreSQL that can be closed without waiting for a server that no longer responds. */
export class Connection extends pg.Client {
  readonly #socket: Socket;

  constructor(settings: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...settings, stream: () => socket });
    this.#socket = socket;
  }

  /** Closes the connection at once. Its statement fails, and the pool drops it. */
  closeNow(): void {
    this.#socket.destroy();
  }
}
