import { compileConfiguration } from '../../../rspack.config.ts';

/** The app for a plain `rspack build`: reports errors and lists no modules. */
export default { ...compileConfiguration(), stats: 'errors-warnings' };
