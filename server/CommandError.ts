/** A command that cannot run. The message describes the problem and its fix; it is printed without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}
