/** Gives functions the first argument that all of them take: `bindTo(context)(act)` is `act` without it. */
export const bindTo =
  <Context>(context: Context) =>
  <Args extends unknown[], Result>(act: (context: Context, ...args: Args) => Result) =>
  (...args: Args): Result =>
    act(context, ...args);
