/**
 * Checks that every language has every translation of client and server: `node scripts/locales.ts`. Prints one line per problem with
 * file, line, column, message and fix; exit code 1 when there is one.
 */
import { languages } from '../contract/languages.ts';
import { translationsIn } from '../tenants/checks/translations.ts';
import { place } from '../tenants/problem.ts';

const places = ['src/i18n/locales', 'server/figures/locales'].map((folder) => translationsIn(folder));
const problems = languages.flatMap((language) => places.flatMap((words) => words.problems(language)));
problems.push(...places.flatMap((words) => words.problemsOf('pt-BR', 'pt')));
for (const problem of problems) console.error(`${place(problem)}  ${problem.message} ${problem.fix}`);
if (problems.length > 0) process.exit(1);
const namespaces = places.flatMap((words) => words.namespaces());
console.log(`${languages.length} languages, ${namespaces.length} namespaces: complete`);
