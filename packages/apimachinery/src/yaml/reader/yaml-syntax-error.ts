import type { TextRange } from './yaml-node.ts';

/** An error in a YAML text. */
export interface YamlProblem {
  /**
   * `syntax`: it is not YAML. `cut`: the text ends too early. `value`: it is YAML without a unique JSON value. `depth`:
   * it nests deeper than the reader's limit.
   */
  readonly kind: 'syntax' | 'cut' | 'value' | 'depth';
  /** Without a full stop. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly at: TextRange;
}

/** Thrown only inside the reader. */
export class YamlSyntaxError extends Error {
  override readonly name = 'YamlSyntaxError';
  readonly problem: YamlProblem;
  constructor(problem: YamlProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Throws a syntax error at a range, or at the character of an offset. */
export function fail(at: TextRange | number, message: string, hint?: string): never {
  failAs('syntax', at, message, hint);
}

/** Throws an error for a value that JSON does not have. */
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
