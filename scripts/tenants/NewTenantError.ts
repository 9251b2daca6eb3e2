/** A deployment cannot be created. `fix` describes how to correct the command. */
export class NewTenantError extends Error {
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.name = 'NewTenantError';
    this.fix = fix;
  }
}
