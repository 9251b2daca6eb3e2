/** Said to the person at the terminal as it is. */
export class NewTenantError extends Error {
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.name = 'NewTenantError';
    this.fix = fix;
  }
}
