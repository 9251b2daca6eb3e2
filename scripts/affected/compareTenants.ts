import type { TenantState } from './tenantState.ts';
import { counted } from '../lib/counted.ts';

/** One reason why a bundle changed. */
export type Reason = {
  kind: 'brand' | 'version' | 'flag' | 'language' | 'shared code' | 'new' | 'removed';
  /** Names of the files, properties or flags that changed; may be empty. */
  detail: string;
};

/** Lists files by name; files named by their hash alone are counted. */
function named(files: { name: string }[]): string {
  const names = [...new Set(files.map(({ name }) => name).filter(Boolean))].sort();
  const others = files.filter(({ name }) => !name).length;
  const scripts = counted(others, 'script', 'scripts');
  return [...names, ...(others > 0 ? [names.length > 0 ? `${scripts} more` : scripts] : [])].join(', ');
}

/** Changes of the manifest. Logos are compared as files. */
function manifestReasons(before: TenantState['tenant'], after: TenantState['tenant']): Reason[] {
  const { flags: flagsBefore, languages: languagesBefore, version: versionBefore, ...restBefore } = before;
  const { flags, languages, version, ...rest } = after;
  const values = (list: typeof languages): string => list.map(({ value }) => value).join(' ');
  const switched = [...new Set([...Object.keys(flagsBefore), ...Object.keys(flags)])] as (keyof typeof flags)[];
  const keys = [...new Set([...Object.keys(restBefore), ...Object.keys(rest)])] as (keyof typeof rest)[];
  const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
  return [
    ...(version === versionBefore ? [] : [{ kind: 'version' as const, detail: `${versionBefore} → ${version}` }]),
    ...keys
      .filter((key) => key !== 'logo' && differs(restBefore[key], rest[key]))
      .map((key): Reason => ({ kind: 'brand', detail: key })),
    ...switched
      .filter((flag) => flagsBefore[flag] !== flags[flag])
      .map((flag): Reason => ({ kind: 'flag', detail: `${flag} ${flags[flag] ? 'on' : 'off'}` })),
    ...(differs(languagesBefore, languages)
      ? [{ kind: 'language' as const, detail: `${values(languagesBefore)} → ${values(languages)}` }]
      : []),
  ];
}

/** Parses the reason of a file in the bundle record: `flag:feedback+language:is|…`. */
function parseReason(reason: string): Reason {
  const parts = (word: string): string[] => [
    ...new Set([...reason.matchAll(new RegExp(`${word}:(\\w+)`, 'g'))].map(([, name = '']) => name)),
  ];
  const [flags, languages] = [parts('flag'), parts('language')];
  if (languages.length === 0 && flags.length === 0) return { kind: 'shared code', detail: '' };
  if (languages.length === 0) return { kind: 'flag', detail: flags.join(' or ') };
  return { kind: 'language', detail: `${languages.join(' or ')}${flags.length > 0 ? `, ${flags.join(' or ')}` : ''}` };
}

/** Changed files of the app. A reason that only one revision has is omitted, because the change of the flag or language explains it. */
function fileReasons(before: TenantState, after: TenantState): Reason[] {
  const reasons = Object.keys(after.files).filter((reason) => before.files[reason]);
  return reasons.flatMap((reason): Reason[] => {
    const [old = [], now = []] = [before.files[reason], after.files[reason]];
    const has = (list: typeof now, sha256: string): boolean => list.some((file) => file.sha256 === sha256);
    const changed = now.filter(({ sha256 }) => !has(old, sha256));
    const removed = old.filter(({ sha256 }) => !has(now, sha256));
    if (changed.length === 0 && removed.length === 0) return [];
    const { kind, detail } = parseReason(reason);
    const files = named(changed.length > 0 ? changed : removed);
    return [{ kind, detail: detail ? `${detail}: ${files}` : files }];
  });
}

/** Why a deployment's bundle differs between two revisions; empty when the digests are equal. */
export function reasonsFor(before: TenantState | undefined, after: TenantState | undefined): Reason[] {
  if (!before || !after) return after ? [{ kind: 'new', detail: after.version }] : [{ kind: 'removed', detail: '' }];
  if (before.digest === after.digest) return [];
  const logos = [...new Set([...Object.keys(before.brand), ...Object.keys(after.brand)])]
    .filter((name) => before.brand[name] !== after.brand[name])
    .map((name): Reason => ({ kind: 'brand', detail: name }));
  const reasons = [
    ...manifestReasons(before.tenant, after.tenant),
    ...logos,
    ...fileReasons(before, after),
    ...(before.page === after.page ? [] : [{ kind: 'shared code' as const, detail: 'index.html' }]),
  ];
  return reasons.length > 0 ? reasons : [{ kind: 'shared code', detail: 'names or order of files' }];
}
