/** The six messages of the demo (specification §8), by their words in `demoAuth.json`. */
type DemoMessage = 'credentials' | 'userExists' | 'invalidToken' | 'internal' | 'expired' | 'signature';

/** What the demo refuses, and how it says so. */
export class DemoError extends Error {
  override readonly message: DemoMessage;

  constructor(message: DemoMessage, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DemoError';
    this.message = message;
  }
}

/** What to tell about anything that was thrown: what the demo did not foresee is its own fault. */
export function messageOf(error: unknown): DemoMessage {
  return error instanceof DemoError ? error.message : 'internal';
}
