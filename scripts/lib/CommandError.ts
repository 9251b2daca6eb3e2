/** A command that cannot be carried out. The message says what is wrong and how to correct it; it is printed without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}
