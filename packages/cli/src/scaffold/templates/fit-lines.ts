import { PRINT_WIDTH } from './workspace/json-text.ts';

/** A line of a template, without its indentation, and the lines that formatters make of it if it is too long. */
export type BrokenLine = readonly [line: string, ...broken: readonly string[]];

/** A source with the lines that are too long broken as formatters do, each in the last form that it has. */
export function fitLines(source: string, forms: readonly BrokenLine[]): string {
  return source
    .split('\n')
    .flatMap((line) => {
      if (line.length <= PRINT_WIDTH) return [line];
      const indentation = line.slice(0, line.length - line.trimStart().length);
      const fitting = forms.filter(([whole]) => whole === line.trimStart());
      const found = fitting.find(([, ...broken]) => broken.every((one) => fits(indentation + one))) ?? fitting.at(-1);
      return found === undefined ? [line] : found.slice(1).map((one) => indentation + one);
    })
    .join('\n');
}

/** Whether a line is not too long. */
export function fits(line: string): boolean {
  return line.length <= PRINT_WIDTH;
}

/** The line that makes the environment of a controller's test. */
export function environmentLine(controller: string): BrokenLine {
  const begin = 'await using env = await createTestEnvironment({';
  return [
    `${begin} crds, externalCrds, controllers: [${controller}] });`,
    begin,
    '  crds,',
    '  externalCrds,',
    `  controllers: [${controller}],`,
    '});',
  ];
}
