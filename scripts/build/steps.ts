/** Runs a piece of work and prints its progress. The last reported line is its result. */
export type Step = <T>(title: string, work: (report: (line: string) => void) => Promise<T>) => Promise<T>;

/** Prints each line to the standard error, for `--json`: the standard output then has the JSON only. */
const errorStep: Step = (_, work) => work((line) => console.error(line));

/** Prints each line, for logs. */
const plainStep: Step = (_, work) => work((line) => console.log(line));

/** One line per step that is updated while the step runs, for terminals. */
async function terminalStep(): Promise<Step> {
  const { Listr } = await import('listr2');
  return async (title, work) => {
    const { result } = await new Listr<{ result?: { value: Awaited<ReturnType<typeof work>> } }>([
      {
        title,
        task: async (context, task) => {
          context.result = {
            value: await work((line) => {
              task.title = line;
            }),
          };
        },
      },
    ]).run({});
    if (!result) throw new Error(`"${title}" ended without a result`);
    return result.value;
  };
}

/** The progress output that fits the standard output. */
export async function stepFor(isJson: boolean): Promise<Step> {
  if (isJson) return errorStep;
  // A terminal that does not say how wide it is would get one letter a line.
  const hasWidth = process.stdout.isTTY && process.stdout.columns > 0;
  return hasWidth && !process.env['CI'] ? terminalStep() : plainStep;
}
