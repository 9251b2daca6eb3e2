import { CommandError } from '../../server/CommandError.ts';
import type { Names } from './names.ts';
import type { Details } from './templates.ts';

/** One line that a kind needs in a file shared by all kinds. */
export type Registration = {
  file: string;
  line: string;
  /** Where the line is inserted: before or after the first line that matches. */
  before?: RegExp;
  after?: RegExp;
};

/** The lines outside the kind's own folders: its definition, its feature, its translations, and what tests expect of it. */
export function registrationsOf(names: Names, { flag }: Details): Registration[] {
  const { kind, many, path, title } = names;
  const gate: Registration = {
    file: 'src/app/gates.test.ts',
    line: `  ['${many}', '${flag}'],`,
    after: /^const behind = \[$/m,
  };
  return [
    {
      file: 'contract/kinds.ts',
      line: `  ${kind}: { path: '${path}', ${flag ? `flag: '${flag}', ` : ''}...masterData },`,
      before: /^ {2}video_categories: /m,
    },
    {
      file: 'server/resources/privacy/personalColumns.ts',
      line: `  ${kind}: { other: ['id', 'name', 'created', 'version'] },`,
      before: /^ {2}videos: /m,
    },
    {
      file: 'src/app/features.ts',
      line: `    ${many}: () => import('#features/${many}/index.ts'),`,
      before: /^ {4}sliders: /m,
    },
    {
      file: 'src/i18n/i18next.d.ts',
      line: `      ${many}: Words<typeof import('./locales/en/${many}.json')>;`,
      before: /^ {4}\};/m,
    },
    {
      file: 'tests/protocol/serverPermissions.test.ts',
      line: `  '/${kind}/',`,
      after: /^ {2}'\/contacts\/',$/m,
    },
    {
      file: 'tests/release/roles.spec.ts',
      line: `  ...masterData('/dashboard/${path}'),`,
      after: /^ {2}\.\.\.masterData\('\/dashboard\/contacts'\),$/m,
    },
    {
      file: 'src/app/shell/Shell.test.ts',
      line: `      '${title}',`,
      before: /^ {6}'Slider images',/m,
    },
    ...(flag ? [gate] : []),
  ];
}

/**
 * Inserts the line of a registration.
 * @throws CommandError when the file has no such place.
 */
export function register(text: string, { file, line, before, after }: Registration): string {
  const found = (before ?? after)?.exec(text);
  if (!found) throw new CommandError(`${file}: no place for a new kind found. Add this line by hand:\n${line}`);
  const at = before ? found.index : found.index + found[0].length;
  return before ? `${text.slice(0, at)}${line}\n${text.slice(at)}` : `${text.slice(0, at)}\n${line}${text.slice(at)}`;
}
