/** A build that cannot be: what is wrong, and what to do about it. Shown without a stack. */
export class BuildError extends Error {
  override name = 'BuildError';
}
