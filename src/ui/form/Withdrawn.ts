/** Rejection of a form's `onSubmit` when the person cancelled it: nothing was sent, and no error is shown. */
export class Withdrawn extends Error {
  constructor() {
    super('The submit was taken back.');
    this.name = 'Withdrawn';
  }
}
