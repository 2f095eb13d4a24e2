import type { TextRange } from './yaml-node.ts';

/** What is wrong with a text of YAML. */
export interface YamlProblem {
  /**
   * `syntax`: this is no YAML. `cut`: the text ends where more has to come. `value`: it is YAML, and has no value in
   * JSON, or two of them. `depth`: it nests more deeply than the reader was told to follow.
   */
  readonly kind: 'syntax' | 'cut' | 'value' | 'depth';
  /** Without a full stop. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly at: TextRange;
}

/** Thrown inside of the reader only. */
export class YamlSyntaxError extends Error {
  override readonly name = 'YamlSyntaxError';
  readonly problem: YamlProblem;
  constructor(problem: YamlProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Ends the reading with what is no YAML, at a range or at the character of an offset. */
export function fail(at: TextRange | number, message: string, hint?: string): never {
  failAs('syntax', at, message, hint);
}

/** Ends the reading with what JSON does not have. */
export function failValue(at: TextRange | number, message: string, hint?: string): never {
  failAs('value', at, message, hint);
}

function failAs(kind: YamlProblem['kind'], at: TextRange | number, message: string, hint: string | undefined): never {
  throw new YamlSyntaxError({
    kind,
    message,
    ...(hint !== undefined && { hint }),
    at: typeof at === 'number' ? { start: at, end: at + 1 } : at,
  });
}
