import { PRINT_WIDTH } from '../templates/workspace/json-text.ts';

/** A variable with a list of names, each on a line of its own if they do not fit into one. */
export function listDeclaration(variable: string, names: readonly string[]): string {
  const line = `${variable} = [${names.join(', ')}];`;
  return line.length <= PRINT_WIDTH ? line : `${variable} = [\n${names.map((name) => `  ${name},\n`).join('')}];`;
}
