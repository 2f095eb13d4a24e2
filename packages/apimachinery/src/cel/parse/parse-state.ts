import type { Expr } from '../ast/expr.ts';
import { type CelIssue, locationOf } from '../issue.ts';
import type { Macros } from './macros/macro.ts';
import { NodeNumbers } from './macros/node-factory.ts';
import { TokenStream } from './token-stream.ts';

/** What cel-go can set otherwise than Kubernetes does, and does in its own tests. */
export interface ParseOptions {
  /** How often rules of the grammar, or nodes of the tree, may be inside each other: 250. */
  readonly maxDepth?: number;
  /** Whether `a.?b`, `a[?b]`, `[?a]` and `{?a: b}` are accepted: they are. */
  readonly hasOptionalSyntax?: boolean;
}

/** That an expression is nested too deeply. */
export class TooDeepError extends Error {
  override readonly name = 'TooDeepError';
}

/** The number and the place of a node. */
export interface Place {
  readonly id: number;
  /** In UTF-16 units. */
  readonly offset: number;
}

/**
 * What the functions share that read an expression by recursive descent. Where cel-go reads on after a mistake that is
 * not of the grammar, a null stands in the tree.
 */
export class ParseState {
  readonly text: string;
  readonly tokens: TokenStream;
  readonly macros: Macros;
  readonly numbers: NodeNumbers = new NodeNumbers();
  /** The mistakes that are not of the grammar, in the order in which cel-go finds them. */
  readonly issues: CelIssue[] = [];
  /** Reads an expression; a function that reads a part of one cannot import it. */
  readonly readExpression: () => Expr;
  /** How deep the node is that was read last: its members, indexes and operators inside each other, as in cel-go. */
  depth = 0;
  readonly #maxDepth: number;
  readonly #hasOptionalSyntax: boolean;
  #isTooDeep = false;
  readonly #open = { expression: 0, relation: 0, calculation: 0 };

  constructor(text: string, macros: Macros, options: ParseOptions, readExpression: (state: ParseState) => Expr) {
    this.text = text;
    this.tokens = new TokenStream(text);
    this.macros = macros;
    this.#maxDepth = options.maxDepth ?? 250;
    this.#hasOptionalSyntax = options.hasOptionalSyntax ?? true;
    this.readExpression = () => readExpression(this);
  }

  /** Whether a node was too deep: the tree is then refused, after it was read. */
  get isTooDeep(): boolean {
    return this.#isTooDeep;
  }

  /** Says how deep the node is that was read last. */
  setDepth(depth: number): void {
    this.depth = depth;
    if (depth > this.#maxDepth) this.#isTooDeep = true;
  }

  /** Reads by a rule of the grammar that may be inside itself. Throws a TooDeepError where it is so too often. */
  nested<T>(rule: 'expression' | 'relation' | 'calculation', read: () => T): T {
    this.#open[rule] += 1;
    if (this.#open[rule] > this.#maxDepth)
      throw new TooDeepError(`expression recursion limit exceeded: ${this.#maxDepth}`);
    const result = read();
    this.#open[rule] -= 1;
    return result;
  }

  /** Takes the mark of what is optional, if it comes next. */
  takeOptional(syntax: string, offset: number): boolean {
    if (this.tokens.skip('?') === undefined) return false;
    if (!this.#hasOptionalSyntax) this.report(`unsupported syntax '${syntax}'`, offset);
    return true;
  }

  /** The number and the place of the next node. */
  place(offset: number): Place {
    return { id: this.numbers.take(), offset };
  }

  /** Adds an issue, and returns what stands for the node. */
  report(message: string, offset: number): Expr {
    this.issues.push({ ...locationOf(this.text, offset), message });
    return { ...this.place(offset), kind: 'literal', type: 'null' };
  }

  /** Forgets the issues after the first few. */
  keepIssues(count: number): void {
    this.issues.length = count;
  }
}
