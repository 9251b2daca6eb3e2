/**
 * Holds the words of the whole app to each other, in every language there is: `node scripts/locales.ts`. Exit code 1 and one
 * line per problem (file, line, column, what is wrong, the way out) when a language lacks a word.
 */
import { languages } from '../contract/languages.ts';
import { translationsIn } from '../tenants/checks/translations.ts';
import { place } from '../tenants/problem.ts';

const translations = translationsIn('src/i18n/locales');
const problems = languages.flatMap((language) => translations.problems(language));
for (const problem of problems) console.error(`${place(problem)}  ${problem.message} ${problem.fix}`);
if (problems.length > 0) process.exit(1);
console.log(`${languages.length} languages, ${translations.namespaces().length} namespaces: complete`);
