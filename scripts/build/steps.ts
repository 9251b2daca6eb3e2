/** Tells people of a piece of work: its title at the start, a line now and then, the last line as its outcome. */
export type Step = <T>(title: string, work: (say: (line: string) => void) => Promise<T>) => Promise<T>;

/** For machines: says nothing. */
const silentStep: Step = (_, work) => work(() => undefined);

/** For logs: each line as it comes. */
const plainStep: Step = (_, work) => work((line) => console.log(line));

/** For a terminal: one line per step, which turns and changes while it runs. */
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

/** How to tell of the work where the output goes. */
export async function stepFor(isForMachines: boolean): Promise<Step> {
  if (isForMachines) return silentStep;
  return process.stdout.isTTY && !process.env['CI'] ? terminalStep() : plainStep;
}
