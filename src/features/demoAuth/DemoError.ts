/** The six messages of the demo (R196), as keys of `demoAuth.json`. */
type DemoMessage = 'credentials' | 'userExists' | 'invalidToken' | 'internal' | 'expired' | 'signature';

/** An expected error of the demo. */
export class DemoError extends Error {
  override readonly message: DemoMessage;

  constructor(message: DemoMessage, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DemoError';
    this.message = message;
  }
}

/** The message of an error; unexpected ones are `internal`. */
export function messageOf(error: unknown): DemoMessage {
  return error instanceof DemoError ? error.message : 'internal';
}
