/** Tells people of a piece of work: its title at the start, a line now and then, the last line as its outcome. */
export type Step = <T>(title: string, work: (say: (line: string) => void) => Promise<T>) => Promise<T>;

/** For machines: says nothing. */
export const silentStep: Step = (_, work) => work(() => undefined);

/** For logs: each line as it comes. */
export const plainStep: Step = (_, work) => work((line) => console.log(line));

/** For a terminal: one line per step, which turns and changes while it runs. */
export async function terminalStep(): Promise<Step> {
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
