/** What a form's `onSubmit` rejects with when the person took the submit back: nothing was sent, and there is nothing to tell. */
export class Withdrawn extends Error {
  constructor() {
    super('The submit was taken back.');
    this.name = 'Withdrawn';
  }
}
