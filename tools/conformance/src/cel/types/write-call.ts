/** How the calls of operators are written; those that only macros make are not written at all. */
const operators: Readonly<Record<string, (args: readonly string[]) => string>> = {
  '_?_:_': ([a, b, c]) => `(${a} ? ${b} : ${c})`,
  '_[_]': ([a, b]) => `${a}[${b}]`,
  '_[?_]': ([a, b]) => `${a}[?${b}]`,
  '!_': ([a]) => `!(${a})`,
  '-_': ([a]) => `-(${a})`,
  '@in': ([a, b]) => `(${a} in ${b})`,
};

/** The text of a call; undefined: only macros make such calls. The first argument of a member is what it belongs to. */
export function writeCall(name: string, isMember: boolean, args: readonly string[]): string | undefined {
  const operator = operators[name];
  if (operator !== undefined) return operator(args);
  const symbol = /^_(.+)_$/.exec(name)?.[1];
  if (symbol !== undefined && args.length === 2) return `(${args.join(` ${symbol} `)})`;
  if (!/^\w[\w.]*$/.test(name)) return undefined;
  return isMember ? `${args[0]}.${name}(${args.slice(1).join(', ')})` : `${name}(${args.join(', ')})`;
}
