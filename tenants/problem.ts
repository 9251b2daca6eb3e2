/** One thing wrong with a deployment: where it stands, what it is, and the way out. Lines and columns count from 1. */
export type Problem = { file: string; line: number; column: number; message: string; fix: string };

/** `file:line:column`, as editors and terminals open it. */
export function place({ file, line, column }: Problem): string {
  return `${file}:${line}:${column}`;
}

/** Thrown with everything that is wrong at once, so that one look is enough to put it right. */
export class ManifestError extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map((problem) => `${place(problem)}\n  ${problem.message}\n  → ${problem.fix}`).join('\n'));
    this.name = 'ManifestError';
    this.problems = problems;
  }
}
