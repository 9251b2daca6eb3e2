/** A problem of a deployment: position, message and how to fix it. Lines and columns count from 1. */
export type Problem = { file: string; line: number; column: number; message: string; fix: string };

/** `file:line:column`, which editors and terminals open. */
export function place({ file, line, column }: Problem): string {
  return `${file}:${line}:${column}`;
}

/** Thrown with all problems of a deployment at once. */
export class ManifestError extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map((problem) => `${place(problem)}\n  ${problem.message}\n  → ${problem.fix}`).join('\n'));
    this.name = 'ManifestError';
    this.problems = problems;
  }
}
