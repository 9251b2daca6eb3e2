import Type from 'typebox';

/** An answer without a body. */
export const NoContent = Type.Null({ description: 'No content.' });
