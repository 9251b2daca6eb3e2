import Type from 'typebox';

/** A response without a body. */
export const NoContent = Type.Null({ description: 'No content.' });
