/** Binds the first argument of functions: `bindTo(context)(act)` is `act` without it. */
export const bindTo =
  <Context>(context: Context) =>
  <Args extends unknown[], Result>(act: (context: Context, ...args: Args) => Result) =>
  (...args: Args): Result =>
    act(context, ...args);
