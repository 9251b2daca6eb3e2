/**
 * Checks that every language has every translation of client and server, and the demo data: `node scripts/locales.ts`. Prints one
 * line per problem with file, line, column, message and fix; exit code 1 when there is one.
 */
import { languages, regionalLocales } from '../contract/languages.ts';
import { translationsIn } from '../tenants/checks/translations.ts';
import { locales } from '../tenants/languageFacts.ts';
import { place, type Problem } from '../tenants/problem.ts';

/** Texts that only Node reads; the demo data of a regional variant is complete, not a list of differences. */
const overridden = ['node/figures', 'node/mails', 'node/newKind'];
const nodeTexts = [...overridden, 'node/demoContent', 'node/demoWords'];

const words = translationsIn(locales);
const problems: Problem[] = [
  ...languages.flatMap((language) => [...words.problems(language), ...words.problems(language, nodeTexts)]),
  ...Object.entries(regionalLocales).flatMap(([region, language]) => [
    ...words.problemsOf(region, language),
    ...words.problemsOf(region, language, overridden),
  ]),
];
for (const problem of problems) console.error(`${place(problem)}  ${problem.message} ${problem.fix}`);
if (problems.length > 0) process.exit(1);
const count = words.namespaces().length + nodeTexts.length;
console.log(`${languages.length} languages, ${count} namespaces: complete`);
