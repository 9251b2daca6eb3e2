export { CommandError } from '../../server/CommandError.ts';
