import { compileConfiguration } from '../../../rspack.config.ts';

/** The app for `rspack build`, as somebody would type it: it tells what went wrong, and lists no modules. */
export default { ...compileConfiguration(), stats: 'errors-warnings' };
